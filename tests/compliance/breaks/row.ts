import type { CheckState } from '../../../plugins/compliance/checks/check.js';
import type { Break } from './breaking.js';

/**
 * A broken outcome: the number of the statement about the law (docs/decisions/law-tests.md) or '', what is broken, the
 * check that must see it, in which words, and the state expected of the check, `missing` by default.
 */
export type Row = readonly [law: string, what: string, check: string, seen: RegExp, brk: Break, state?: CheckState];
