// Lays a script where Node will run it unchanged: beside a node_modules/k6 that is the stand-in's.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const modulesFolder = fileURLToPath(new URL('./k6', import.meta.url));

// Returns { script, modules, remove }: two file URLs and what clears up.
export function stage(file) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'k6-stand-in-'));
  const from = path.dirname(path.resolve(file));
  for (const name of fs.readdirSync(from).filter((name) => name.endsWith('.js'))) {
    fs.copyFileSync(path.join(from, name), path.join(folder, name));
  }
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(modulesFolder, path.join(folder, 'node_modules', 'k6'));
  return {
    script: pathToFileURL(path.join(folder, path.basename(file))).href,
    modules: pathToFileURL(fs.realpathSync(modulesFolder)).href,
    remove: () => fs.rmSync(folder, { recursive: true }),
  };
}
