import { DateTime } from 'luxon';
import { type Database, normalizeForSearch } from 'plinth';
import type { CatalogueRecord } from '../store/shop.js';
import { FIELD, textOf } from './product-fields.js';

/** An environmental claim of a product, as its owner entered it. */
interface GreenClaim {
  /** The last day on which it may be shown, `YYYY-MM-DD`; '' for ever. */
  readonly until: string;
  readonly claim: string;
  readonly evidence: string;
}

/**
 * Stems of words that claim something about the environment in general (Directive (EU) 2024/825), folded: Polish in every case and
 * gender, and English. Which words a court would take for such a claim is not settled, so what is found is advice.
 */
const STEMS = [
  '(?:eko|eco)(?=[\\s-]|\\b|log|frien|produkt|torb|opakowan|skor)',
  'bio\\b',
  'ekolog',
  'ecolog',
  'biodegrad',
  'bio-degrad',
  'kompostowaln',
  'compostabl',
  'recykl',
  'recycl',
  'upcykl',
  'upcycl',
  'z odzysku',
  'klimat\\w* neutral',
  'neutral\\w* (?:dla )?klimat',
  'neutral\\w* (?:weglow|emisyj)',
  'climate[ -](?:neutral|positive|friendly)',
  'carbon[ -](?:neutral|negative|positive)',
  'co2[ -]neutral',
  'bezemisyj',
  '(?:zero|nisko)[ -]?emis',
  '(?:zero|low)[ -]emission',
  'zero[ -]waste',
  'przyjazn\\w* (?:dla |wobec )?(?:srodowisk|planet|natur|klimat|ziemi)',
  'environment\\w*[ -](?:friendly|safe)',
  'planet[ -]friendly',
  'earth[ -]friendly',
  'green product',
  'zielon\\w* produkt',
  'sustainab',
  'zrownowazon',
  'bez plastiku',
  'plastic[ -]free',
  'organic\\b',
];
const CLAIM = new RegExp(`\\b(?:${STEMS.join('|')})\\w*`);

/** Texts with their markup taken out, apart from each other. */
export const textIn = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/<[^>]*>/g, ' ').replace(/&nbsp;|&#160;/g, ' ')).join(' . ');

/** The words of a text that claim something, '' for none. */
export function claimIn(text: string): string {
  return CLAIM.exec(normalizeForSearch(text).replace(/\s+/gu, ' '))?.[0] ?? '';
}

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})$/;
const LOCAL = /^(?<date>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})$/;

/** A day as owners write it, `2027-12-31` or `31.12.2027`, as `YYYY-MM-DD`; undefined for what is no day. */
export function dayOf(text: string): string | undefined {
  const { year, month, date } = (ISO.exec(text) ?? LOCAL.exec(text))?.groups ?? {};
  if (year === undefined) return undefined;
  const day = DateTime.fromObject({ year: Number(year), month: Number(month), day: Number(date) }, { zone: 'utc' });
  return day.isValid ? day.toFormat('yyyy-MM-dd') : undefined;
}

/** A day that nobody can read proves nothing. */
const isCurrent = (validTo: string, today: string): boolean => validTo === '' || (dayOf(validTo) ?? '') >= today;

/** Whether a product has a claim of its own, shown or not. */
export const hasClaim = (record: Pick<CatalogueRecord, 'fields'>): boolean => textOf(record, FIELD.claim) !== '';

/** The claim that may be shown: one with evidence that is still valid. @param today in the zone of the shop, `YYYY-MM-DD` */
export function claimOf(record: Pick<CatalogueRecord, 'fields'>, today: string): GreenClaim | null {
  const [claim, evidence] = [textOf(record, FIELD.claim), textOf(record, FIELD.evidence)];
  return claim !== '' && evidence !== '' && isCurrent(textOf(record, FIELD.validTo), today)
    ? { claim, evidence, until: dayOf(textOf(record, FIELD.validTo)) ?? '' }
    : null;
}

/** A word in a product's name or descriptions that claims something without valid evidence; '' for none. */
export function unprovenClaim(
  record: Pick<CatalogueRecord, 'fields' | 'name' | 'shortDescription'>,
  today: string,
  description = '',
): string {
  const proven = textOf(record, FIELD.evidence) !== '' && isCurrent(textOf(record, FIELD.validTo), today);
  return proven ? '' : claimIn(textIn([record.name, record.shortDescription, description]));
}

const BATCH = 500;

/** The long descriptions of products, which the catalogue's records leave out. */
export async function descriptionsOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()('store_products')
    .whereIn('id', [...ids])
    .select('id', 'description');
  return new Map(rows.map(({ id, description }) => [id, description]));
}

/** Claims in the texts that no product's evidence stands for: names and descriptions of categories, tags and brands, and published pages and entries. */
export async function otherClaims(db: Database): Promise<readonly string[]> {
  const claims: string[] = [];
  const look = (name: string, texts: readonly string[]): void => {
    const word = claimIn(textIn(texts));
    if (word !== '') claims.push(`${name} (${word})`);
  };
  const terms = await db()('store_terms').select('name', 'description');
  for (const { name, description } of terms) look(name, [name, description ?? '']);
  for (let after = 0; ;) {
    const pages = await db()('posts')
      .whereIn('post_type', ['page', 'post'])
      .where({ post_status: 'publish' })
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select<{ id: number; post_title: string; post_content: string }[]>('id', 'post_title', 'post_content');
    for (const { post_title, post_content } of pages) look(post_title, [post_title, post_content]);
    const last = pages.at(-1);
    if (!last || pages.length < BATCH) return claims;
    after = last.id;
  }
}
