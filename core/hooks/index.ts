export { ours } from './adopted.js';
export { currentBlame, runBlamed } from './blame.js';
export type { Breaker } from './breaker.js';
export { within } from './budget.js';
export type { HookDeclaration } from './declared.js';
export { createHooks, type Hooks } from './hooks.js';
export type { HookFault } from './runner.js';
export type { Witnessed } from './witness.js';
export { unknownHook } from './known-names.js';
