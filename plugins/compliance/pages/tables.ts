import type { LegalPageType, PageLocale } from './page-type.js';

/** A row of `compliance_legal_pages`: a legal page in the main locale. */
export interface LegalPageRow {
  readonly type: LegalPageType;
  readonly page_id: number;
  readonly generated_hash: string;
  readonly created_at: string;
}

/** A row of `compliance_page_translations`. */
export interface PageTranslationRow {
  readonly type: LegalPageType;
  readonly locale: PageLocale;
  readonly page_id: number;
  readonly generated_hash: string;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_legal_pages: LegalPageRow;
    compliance_page_translations: PageTranslationRow;
  }
}
