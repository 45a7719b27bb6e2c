import type { RootWords } from './vocabulary/category-tree.js';
import { DAILY_DEPARTMENTS } from './vocabulary/daily.js';
import { HOME_DEPARTMENTS } from './vocabulary/home.js';
import { LEISURE_DEPARTMENTS } from './vocabulary/leisure.js';

/** The tree of the generated catalogue: 8 departments of 5 categories of 4 lowest ones. */
export const DEPARTMENTS: readonly RootWords[] = [...HOME_DEPARTMENTS, ...LEISURE_DEPARTMENTS, ...DAILY_DEPARTMENTS];
