'use strict';
const usual = require('./jest.config.cjs');

/** Jest settings of the mutation runs: one engine, no browser, no build; the mutation tool restarts it repeatedly. */
module.exports = {
  ...usual,
  testEnvironment: require.resolve('../tests/setup/environment.cjs'),
  globalSetup: '<rootDir>/tests/mutation/setup.cjs',
  globalTeardown: '<rootDir>/tests/mutation/teardown.cjs',
  reporters: [],
  testSequencer: undefined,
  testTimeout: 30000,
  maxWorkers: 1,
  ...(process.env.MUTATION_TESTS
    ? { testMatch: JSON.parse(process.env.MUTATION_TESTS).map((file) => `<rootDir>/${file}`) }
    : {}),
};
delete module.exports.testSequencer;
