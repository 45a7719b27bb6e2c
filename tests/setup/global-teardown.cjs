'use strict';

/** Ends what the global setup started. */
module.exports = async function globalTeardown() {
  await globalThis.testBrowser?.close();
};
