import { DateTime } from 'luxon';
import { type Database, normalizeForSearch } from 'plinth';
import type { CatalogRecord } from '../store/shop.js';
import { PRODUCT_FIELD, getTextField } from './product-fields.js';

/** An environmental claim of a product, as entered by the shop owner. */
interface GreenClaim {
  /** Last day on which it may be shown, `YYYY-MM-DD`; '' for no limit. */
  readonly validUntil: string;
  readonly claim: string;
  readonly evidence: string;
}

/**
 * Stems of words that make a general environmental claim (Directive (EU) 2024/825), normalized: Polish in all cases and
 * genders, and English. It is not settled which words a court would consider such a claim, so matches are reported as
 * advice.
 */
const CLAIM_STEMS = [
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
  'zielon\\w* (?:wybor|energi|alternatyw|rozwiazani)',
  'green (?:choice|alternative|energy)',
  'slad\\w* weglow',
  'carbon footprint',
  '(?:w )?100 ?(?:%|procent\\w*) (?:natural|ekolog|organic|biodegrad)',
  'trwal\\w* na (?:cale zycie|lata|wieki)',
  'lasts? (?:a lifetime|forever)',
  'dobr\\w* dla (?:planety|srodowiska|ziemi|natury|klimatu)',
  'good for the (?:planet|environment|earth|climate)',
  'ratuj\\w* planet',
];
const CLAIM_PATTERN = new RegExp(`\\b(?:${CLAIM_STEMS.join('|')})\\w*`);

/** Joins texts, separately and without markup. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/<[^>]*>/g, ' ').replace(/&nbsp;|&#160;/g, ' ')).join(' . ');

/** Returns the claim found in a text; '' for none. */
export function findClaim(text: string): string {
  return CLAIM_PATTERN.exec(normalizeForSearch(text).replace(/\s+/gu, ' '))?.[0] ?? '';
}

const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})$/;
const LOCAL_DATE = /^(?<date>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})$/;

/** Parses a date in the form `2027-12-31` or `31.12.2027` to `YYYY-MM-DD`; undefined for anything else. */
export function parseDay(text: string): string | undefined {
  const { year, month, date } = (ISO_DATE.exec(text) ?? LOCAL_DATE.exec(text))?.groups ?? {};
  if (year === undefined) return undefined;
  const day = DateTime.fromObject({ year: Number(year), month: Number(month), day: Number(date) }, { zone: 'utc' });
  return day.isValid ? day.toFormat('yyyy-MM-dd') : undefined;
}

/** Whether evidence is still valid; an invalid date counts as expired. */
const isCurrent = (validTo: string, today: string): boolean => validTo === '' || (parseDay(validTo) ?? '') >= today;

/** Whether a product has a claim of its own, whether shown or not. */
export const hasClaim = (record: Pick<CatalogRecord, 'fields'>): boolean =>
  getTextField(record, PRODUCT_FIELD.claim) !== '';

/**
 * Returns the claim that may be shown: one with currently valid evidence.
 * @param today today in the shop's time zone, `YYYY-MM-DD`
 */
export function getClaim(record: Pick<CatalogRecord, 'fields'>, today: string): GreenClaim | null {
  const [claim, evidence] = [getTextField(record, PRODUCT_FIELD.claim), getTextField(record, PRODUCT_FIELD.evidence)];
  return claim !== '' && evidence !== '' && isCurrent(getTextField(record, PRODUCT_FIELD.validTo), today)
    ? { claim, evidence, validUntil: parseDay(getTextField(record, PRODUCT_FIELD.validTo)) ?? '' }
    : null;
}

/** Returns the word in a product's name or descriptions that makes a claim without valid evidence; '' for none. */
export function findUnprovenClaim(
  record: Pick<CatalogRecord, 'fields' | 'name' | 'shortDescription'>,
  today: string,
  description = '',
): string {
  const isProven =
    getTextField(record, PRODUCT_FIELD.evidence) !== '' &&
    isCurrent(getTextField(record, PRODUCT_FIELD.validTo), today);
  return isProven ? '' : findClaim(joinTexts([record.name, record.shortDescription, description]));
}

const BATCH_SIZE = 500;

/** Returns the long descriptions of products, which the catalog's records omit. */
export async function readDescriptions(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()('store_products')
    .whereIn('id', [...ids])
    .select('id', 'description');
  return new Map(rows.map(({ id, description }) => [id, description]));
}

/**
 * Returns claims in texts that no product's evidence covers: names and descriptions of categories, tags and brands, and
 * published pages and posts.
 */
export async function findOtherClaims(db: Database): Promise<readonly string[]> {
  const claims: string[] = [];
  const addClaim = (name: string, texts: readonly string[]): void => {
    const claim = findClaim(joinTexts(texts));
    if (claim !== '') claims.push(`${name} (${claim})`);
  };
  const terms = await db()('store_terms').select('name', 'description');
  for (const { name, description } of terms) addClaim(name, [name, description ?? '']);
  for (let after = 0; ;) {
    const pages = await db()('posts')
      .whereIn('post_type', ['page', 'post'])
      .where({ post_status: 'publish' })
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select<{ id: number; post_title: string; post_content: string }[]>('id', 'post_title', 'post_content');
    for (const { post_title, post_content } of pages) addClaim(post_title, [post_title, post_content]);
    const last = pages.at(-1);
    if (!last || pages.length < BATCH_SIZE) return claims;
    after = last.id;
  }
}
