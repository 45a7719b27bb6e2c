'use strict';
// Processes started by a test have no shared modules.
const shared = globalThis[Symbol.for('plinth.tests.shared')];
module.exports = shared ? shared('@photostructure/sqlite') : require('@photostructure/sqlite');
