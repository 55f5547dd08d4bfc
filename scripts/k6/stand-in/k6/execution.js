// k6/execution: the part of it that names a request uniquely.

import { vu } from './vu.js';

export default {
  get scenario() {
    return {
      name: vu.scenario,
      startTime: vu.scenarioStartTime,
      iterationInTest: vu.iterationInTest,
    };
  },
  get vu() {
    return { idInTest: vu.id };
  },
};
