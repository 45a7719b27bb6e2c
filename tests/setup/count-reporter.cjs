'use strict';
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** Writes the numbers of passed and failed tests, for the process that started the run to print last. */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const folder = path.join(__dirname, '..', '..', 'dist');
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'test-count.txt'), `${results.numPassedTests} passed, ${failed} failed\n`);
  }
};
