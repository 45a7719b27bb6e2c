'use strict';
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

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
  }
};
