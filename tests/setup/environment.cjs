'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { endFile } = require('./compiled-once.cjs');

/**
 * Jest's Node environment with an ordinary global object. Jest's own is a proxy that intercepts every reference to `Map`
 * or `JSON`, which makes a site half as fast as it is for visitors.
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
    this.global[Symbol.for('plinth.tests.shared')] = require;
    storages.clear();
    lasting.length = 0;
  }

  async teardown() {
    await super.teardown();
    endFile();
    // Node consults every storage ever used for every promise; those of a finished file are no longer needed.
    for (const storage of storages) storage.disable();
    // An internal timer of Node's used by fetch, and a pipe to a process, live longer and would keep everything a file
    // created in memory.
    for (const one of lasting) {
      const resource = one.deref();
      if (resource !== undefined) for (const { kResourceStore } of storages) delete resource[kResourceStore];
    }
  }
};

/** The storages used by the current file. */
const storages = new Set();
/** The timers and handles that hold values of a storage of the current file. */
const lasting = [];
for (const name of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function noted(...args) {
    storages.add(this);
    return use.apply(this, args);
  };
}

const { _propagate: propagate } = AsyncLocalStorage.prototype;
// Later versions of Node do not attach a store to a resource.
if (propagate !== undefined) {
  AsyncLocalStorage.prototype._propagate = function noted(resource, ...rest) {
    propagate.call(this, resource, ...rest);
    if (resource[this.kResourceStore] !== undefined && typeof resource.unref === 'function')
      lasting.push(new WeakRef(resource));
  };
}
