import type { PageLocale } from '../pages/page-type.js';

/** A row of `compliance_notices`. */
export interface NoticeRow {
  readonly kind: string;
  readonly locale: PageLocale;
  readonly url: string;
  readonly file: string;
  readonly name: string;
  readonly mime: string;
  readonly hash: string;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_notices: NoticeRow;
  }
}
