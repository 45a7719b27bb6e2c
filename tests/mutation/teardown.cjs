'use strict';
const { rmSync } = require('node:fs');

module.exports = async function teardown() {
  rmSync(process.env.TEST_RUN_FOLDER, { recursive: true, force: true });
};
