// The memory a VU and the main thread share: a few words to wait on, then room for one answer.

export const COMMAND = 0; // what the VU is to do next; 0 while there is nothing
export const RUN = 1;
export const STOP = 2;
export const ITERATION = 1; // number of the iteration to run, counted per scenario
export const REPLY = 2; // 1 when the answer is there
export const REPLY_LENGTH = 3;
export const WORDS = 4;

const ROOM = 64 * 1024;
const encoder = new TextEncoder();

export function newMemory() {
  return new SharedArrayBuffer(WORDS * 4 + ROOM);
}

export function command(words, what, iteration = 0) {
  words[ITERATION] = iteration;
  Atomics.store(words, COMMAND, what);
  Atomics.notify(words, COMMAND);
}

export function reply(words, answer) {
  const room = new Uint8Array(words.buffer, WORDS * 4);
  const text = JSON.stringify(answer);
  const { read, written } = encoder.encodeInto(text, room);
  if (read < text.length) {
    throw new Error(`an answer of more than ${ROOM} bytes`);
  }
  words[REPLY_LENGTH] = written;
  Atomics.store(words, REPLY, 1);
  Atomics.notify(words, REPLY);
}
