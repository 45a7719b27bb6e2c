export { ours } from './adopted.js';
export { type Blame, currentBlame, runBlamed } from './blame.js';
export type { Breaker } from './breaker.js';
export { within } from './budget.js';
export type { HookDeclaration } from './declared.js';
export { createHooks, type HookOptions, type Hooks } from './hooks.js';
export type { HookFault } from './runner.js';
export type { Tally } from './trace.js';
