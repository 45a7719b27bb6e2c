import { createRequire } from 'node:module';

const load = createRequire(__filename);

/** Loads css-tree when the first scan needs it: it consists of many files, which would delay the start of the site. */
export const cssTree = (): typeof import('css-tree') => load('css-tree') as typeof import('css-tree');

/** Loads css-select when the first scan needs it. */
export const cssSelect = (): typeof import('css-select') => load('css-select') as typeof import('css-select');
