import { EMAIL_ROWS } from './email-rows.js';
import { FORM_ROWS } from './form-rows.js';
import { HIDDEN_ROWS } from './hidden-rows.js';
import { LAW_ROWS } from './law-rows.js';
import { PAGE_ROWS } from './page-rows.js';
import { PRODUCT_ROWS } from './product-rows.js';
import type { Row } from './row.js';

/** All broken outcomes. */
export const BREAKS: readonly Row[] = [
  ...LAW_ROWS,
  ...PAGE_ROWS,
  ...FORM_ROWS,
  ...PRODUCT_ROWS,
  ...EMAIL_ROWS,
  ...HIDDEN_ROWS,
];
