'use strict';
/** Jest settings; the entry point is `tests/run.mjs`, which first installs what is missing. */
module.exports = {
  rootDir: '..',
  roots: ['<rootDir>/tests', '<rootDir>/core', '<rootDir>/plugins'],
  testMatch: ['**/*.test.ts'],
  testEnvironment: '<rootDir>/tests/setup/environment.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
  moduleNameMapper: {
    '^plinth$': '<rootDir>/core/api/index.ts',
    '^\\.{1,2}/(?:.*/)?pad-duration\\.js$': '<rootDir>/tests/kit/quick-pad-duration.ts',
    // Loaded once for all files of a worker: they start processes, are native, or are large, and hold no state of a
    // site.
    '^(@photostructure/sqlite|@node-rs/argon2|esbuild|sharp|playwright-core|stemmer|typescript)$':
      '<rootDir>/tests/setup/shared/$1.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/core', '<rootDir>/data'],
  globalSetup: '<rootDir>/tests/setup/global-setup.cjs',
  globalTeardown: '<rootDir>/tests/setup/global-teardown.cjs',
  reporters: ['default', '<rootDir>/tests/setup/count-reporter.cjs'],
  // On a busy machine everything takes longer; only a hanging test should time out.
  testTimeout: 240000,
  testSequencer: '<rootDir>/tests/setup/sequencer.cjs',
  // Test files spend half of their time waiting: for a database, a browser, a process, a clock.
  maxWorkers: require('node:os').availableParallelism() + 1,
};
