'use strict';
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

/** Creates the folder of a run, for SQLite only. */
module.exports = async function setup() {
  process.env.TEST_RUN = 'mutation';
  process.env.TEST_RUN_FOLDER = mkdtempSync(path.join(tmpdir(), 'plinth-mutation-'));
};
