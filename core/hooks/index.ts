export { ours } from './adopted.js';
export { askedHere, currentBlame, runBlamed } from './blame.js';
export type { Breaker } from './breaker.js';
export { within } from './budget.js';
export type { HookDeclaration } from './declared.js';
export { createHooks, type Hooks } from './hooks.js';
export { isUnheard, type Question, unheardError } from './questions.js';
export type { HookFault } from './runner.js';
