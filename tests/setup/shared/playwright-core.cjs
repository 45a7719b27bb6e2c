'use strict';
// A process that a test starts has none to share with.
const shared = globalThis[Symbol.for('plinth.tests.shared')];
module.exports = shared ? shared('playwright-core') : require('playwright-core');
