'use strict';
// A process started by a test has no shared modules.
const shared = globalThis[Symbol.for('plinth.tests.shared')];
module.exports = shared ? shared('@node-rs/argon2') : require('@node-rs/argon2');
