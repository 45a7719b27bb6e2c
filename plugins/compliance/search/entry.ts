import type { CatalogueRecord, CatalogueTermRecord } from './catalogue.js';
import { fold } from './fold.js';

/** What the search knows of a product; texts are folded. */
export interface SearchEntry {
  readonly id: number;
  readonly name: string;
  readonly codes: readonly string[];
  /** All codes in one text, for fragments. */
  readonly codeText: string;
  /** Brand, categories, tags and attributes. */
  readonly termText: string;
  readonly description: string;
  readonly termIds: readonly number[];
  readonly available: boolean;
  readonly rating: number;
}

export function entryOf(record: CatalogueRecord, terms: ReadonlyMap<number, CatalogueTermRecord>): SearchEntry {
  const codes = [record, ...record.variations].flatMap(({ sku, gtin }) => [sku, gtin]).filter((code) => code !== '').map(fold);
  return {
    id: record.id,
    name: fold(record.name),
    codes,
    codeText: codes.join('\n'),
    termText: record.termIds.map((id) => fold(terms.get(id)?.name ?? '')).join('\n'),
    description: fold(record.shortDescription.replace(/<[^>]*>/g, ' ')),
    termIds: record.termIds,
    available: record.stock !== 'outofstock',
    rating: record.rating,
  };
}

/** In stock first, then by rating, then by id. */
export function compareEntries(a: SearchEntry, b: SearchEntry): number {
  return Number(b.available) - Number(a.available) || b.rating - a.rating || a.id - b.id;
}
