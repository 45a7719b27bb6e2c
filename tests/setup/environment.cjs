'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
require('./compiled-once.cjs');

/**
 * Jest's Node environment on an ordinary global object. Jest's own stands behind a proxy, which every mention of `Map` or
 * `JSON` asks, and that makes a site answer half as fast as it does for visitors.
 */
module.exports = class OrdinaryGlobal extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    storages.clear();
  }

  async teardown() {
    await super.teardown();
    // Node asks every storage that was ever used at every promise; those of one file are nobody's after it.
    for (const storage of storages) storage.disable();
  }
};

/** The storages that the present file uses. */
const storages = new Set();
for (const name of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function noted(...args) {
    storages.add(this);
    return use.apply(this, args);
  };
}
