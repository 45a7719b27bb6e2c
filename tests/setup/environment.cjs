'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { endFile } = require('./compiled-once.cjs');

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
    this.global[Symbol.for('plinth.tests.shared')] = require;
    storages.clear();
    lasting.length = 0;
  }

  async teardown() {
    await super.teardown();
    endFile();
    // Node asks every storage that was ever used at every promise; those of one file are nobody's after it.
    for (const storage of storages) storage.disable();
    // A timer of Node's own that fetch uses, and a pipe to a process, last longer and would hold all that a file made.
    for (const one of lasting) {
      const resource = one.deref();
      if (resource !== undefined) for (const { kResourceStore } of storages) delete resource[kResourceStore];
    }
  }
};

/** The storages that the present file uses. */
const storages = new Set();
/** The timers and handles that were given what a storage of the present file held. */
const lasting = [];
for (const name of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function noted(...args) {
    storages.add(this);
    return use.apply(this, args);
  };
}

const { _propagate: propagate } = AsyncLocalStorage.prototype;
// Later versions of Node keep no store with a resource.
if (propagate !== undefined) {
  AsyncLocalStorage.prototype._propagate = function noted(resource, ...rest) {
    propagate.call(this, resource, ...rest);
    if (resource[this.kResourceStore] !== undefined && typeof resource.unref === 'function')
      lasting.push(new WeakRef(resource));
  };
}
