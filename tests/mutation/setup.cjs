'use strict';
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

/** Makes the folder of a run, on SQLite alone. */
module.exports = async function setup() {
  process.env.TEST_RUN = 'mutation';
  process.env.TEST_RUN_FOLDER = mkdtempSync(path.join(tmpdir(), 'plinth-mutation-'));
};
