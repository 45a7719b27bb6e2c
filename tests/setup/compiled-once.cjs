'use strict';
const v8 = require('node:v8');
const vm = require('node:vm');

/**
 * Jest recompiles every module for every test file, which took a third of the time of short files. Here a worker
 * compiles a source once: each file still runs it in its own context with its own exports, so files share code and no
 * state.
 */
const scripts = new Map();
const { compileFunction } = vm;

vm.compileFunction = (source, names, options) => {
  const { filename, parsingContext, importModuleDynamically } = options ?? {};
  // A test file runs only once in a worker.
  if (parsingContext === undefined || filename === undefined || /\.(?:test|sweep|chaos)\.ts$/.test(filename))
    return compileFunction(source, names, options);
  const known = scripts.get(filename);
  const script = known?.source === source ? known : compiled(source, names, filename);
  script.load = importModuleDynamically;
  return script.code.runInContext(parsingContext);
};

function compiled(source, names, filename) {
  const opening = `(function (${names.join(', ')}) {`;
  const script = { source, load: undefined, code: undefined };
  script.code = new vm.Script(`${opening}${source}\n})`, {
    filename,
    columnOffset: -opening.length,
    importModuleDynamically: (...args) => script.load(...args),
  });
  scripts.set(filename, script);
  return script;
}

/** At the end of a file: its dynamic import callbacks would keep everything it created in memory. */
exports.endFile = () => {
  for (const script of scripts.values()) script.load = undefined;
};

// Functions that the current file does not call would be discarded, and compiled again for the next one.
v8.setFlagsFromString('--no-flush-bytecode');
