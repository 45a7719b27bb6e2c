import type { Database, PluginScope } from 'plinth';
import type { Catalog, CatalogRecord, ProductCard } from '../store/shop.js';
import { readDescriptions, findOtherClaims, findUnprovenClaim } from '../product/green-claims.js';
import { getDurability } from '../notices/notice-state.js';
import { keyOf, type PriceHistory } from '../omnibus/price-history.js';
import { isPerishable, isSecondHand } from '../product/product-fields.js';
import { getSectorInfo, SECTORS } from '../product/sector-fields.js';
import { findMissingSafety, getSafety } from '../product/safety.js';
import type { Directory, SafetyContacts } from '../safety/contacts.js';
import type { Clock } from '../time/clock.js';
import { parsePoint } from '../withdrawal/exceptions.js';
import { EXCEPTION_FIELD } from '../withdrawal/product-exception.js';

/** Kinds of products that pages display differently. */
export type SampleKind =
  | 'reduced'
  | 'reduced_version'
  | 'perishable'
  | 'versions'
  | 'plain'
  | 'digital'
  | 'second_hand'
  | 'rated'
  | 'excepted'
  | 'sector'
  | 'durable'
  | 'by_measure';

/** A product whose page is opened by the scan. */
export interface SampleProduct {
  readonly kinds: readonly SampleKind[];
  readonly record: CatalogRecord;
  readonly card: ProductCard;
  /** Unit of the unit price; '' for none. */
  readonly unit: string;
  /** Number of units in a package; 0 for none. */
  readonly unitContent: number;
}

/** Result of scanning all products, with a sample of each kind. */
export interface ProductScan {
  readonly total: number;
  /** Names of products with incomplete safety data; digital products need none. */
  readonly incompleteSafety: readonly string[];
  /** Manufacturers and responsible persons, by code. */
  readonly contacts: Directory;
  /** Names of products, categories and pages with unproven claims, with the word used. */
  readonly unprovenClaims: readonly string[];
  /** Names of products whose price, or that of a variation, differs from the newest one recorded. */
  readonly unrecordedPrices: readonly string[];
  /** Names of products with prices that overlap in the price history. */
  readonly overlappingPrices: readonly string[];
  /** Names of products with prices that were added to the price history after later ones, other than by an import. */
  readonly belatedPrices: readonly string[];
  readonly samples: readonly SampleProduct[];
  /** Number of products marked with a sector, such as food. */
  readonly sectorProducts: number;
  /** Names of those with incomplete information, with what is missing. */
  readonly incompleteSectors: readonly string[];
}

const BATCH_SIZE = 500;
/** Number of products searched for digital and plain samples. */
const MAX_CANDIDATES = 60;

const isReduced = ({ onSale, variations }: CatalogRecord): boolean => onSale && variations.length === 0;

/** Kinds determined from the record alone; the others need the product's card. */
const RECORD_TESTS = {
  reduced: (record) => isReduced(record) && !isPerishable(record),
  perishable: (record) => isReduced(record) && isPerishable(record),
  reduced_version: ({ variations }) => variations.some(({ onSale }) => onSale),
  versions: ({ variations }) => variations.length > 0,
  second_hand: isSecondHand,
  rated: ({ reviews }) => reviews !== undefined,
  sector: ({ fields }) => SECTORS.some(({ key }) => fields[key] === true),
  excepted: ({ fields }) => parsePoint(fields[EXCEPTION_FIELD]) > 0,
  durable: (record) => getDurability(record, 'http://localhost/') !== undefined,
} satisfies Partial<Record<SampleKind, (record: CatalogRecord) => boolean>>;
const RECORD_KINDS = Object.entries(RECORD_TESTS);

const KIND_TESTS: readonly (readonly [
  SampleKind,
  (record: CatalogRecord, card: ProductCard, unit: string) => boolean,
])[] = [
  ['reduced', RECORD_TESTS.reduced],
  ['perishable', RECORD_TESTS.perishable],
  ['reduced_version', RECORD_TESTS.reduced_version],
  ['versions', RECORD_TESTS.versions],
  ['plain', ({ onSale, variations }, { kind }) => !onSale && variations.length === 0 && kind === 'physical'],
  ['digital', (_record, { kind }) => kind === 'digital'],
  ['second_hand', RECORD_TESTS.second_hand],
  ['rated', RECORD_TESTS.rated],
  ['excepted', RECORD_TESTS.excepted],
  ['sector', RECORD_TESTS.sector],
  ['durable', RECORD_TESTS.durable],
  ['by_measure', (_record, _card, unit) => unit !== ''],
];

interface ProductScanDeps {
  readonly scope: Pick<PluginScope, 'db' | '__'>;
  readonly clock: Clock;
  readonly priceHistory: Pick<PriceHistory, 'running'>;
  readonly contacts: Pick<SafetyContacts, 'directory'>;
  catalog(): Catalog | undefined;
}

/**
 * Scans all products of the catalog.
 * @param progress receives the number of products scanned so far, after each batch
 */
export async function scanProducts(
  { scope, catalog, clock, priceHistory, contacts: { directory } }: ProductScanDeps,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<ProductScan> {
  const shop = catalog();
  const contacts = await directory();
  // Day in the shop's time zone, not the server's.
  const today = await clock.day();
  const [unsafe, claims, unrecorded]: [string[], string[], string[]] = [[], [], []];
  const [overlapping, belated]: [string[], string[]] = [[], []];
  const candidates = new Map<number, CatalogRecord>();
  const foundKinds = new Set<string>();
  const incompleteSectors: string[] = [];
  let [total, sectorProducts] = [0, 0];
  for (let lastId = 0; shop;) {
    const records = await shop.records(lastId, BATCH_SIZE);
    const incompleteRecords = records.filter((record) => findMissingSafety(getSafety(record, contacts)).length > 0);
    const digitalIds = new Set(
      (incompleteRecords.length > 0 ? await shop.summaries(incompleteRecords.map(({ id }) => id)) : [])
        .filter(({ kind }) => kind === 'digital')
        .map(({ id }) => id),
    );
    unsafe.push(...incompleteRecords.filter(({ id }) => !digitalIds.has(id)).map(({ name }) => name));
    const ids = records.map(({ id }) => id);
    const descriptions = await readDescriptions(scope.db, ids);
    const currentPrices = await priceHistory.running(ids);
    const overlappingIds = await findOverlappingPrices(scope.db, ids);
    const belatedIds = await findBelatedPrices(scope.db, ids);
    for (const record of records) {
      if (overlappingIds.has(record.id)) overlapping.push(record.name);
      if (belatedIds.has(record.id)) belated.push(record.name);
      if (!isPriceRecorded(record, currentPrices)) unrecorded.push(record.name);
      const claim = findUnprovenClaim(record, today, descriptions.get(record.id));
      if (claim !== '') claims.push(`${record.name} (${claim})`);
      if (RECORD_TESTS.sector(record)) sectorProducts++;
      incompleteSectors.push(...findMissingSectorInfo(record, scope));
      if (record.stock === 'outofstock') continue;
      const newKinds = RECORD_KINDS.filter(([kind, holds]) => !foundKinds.has(kind) && holds(record));
      for (const [kind] of newKinds) foundKinds.add(kind);
      if (newKinds.length > 0 || candidates.size < MAX_CANDIDATES) candidates.set(record.id, record);
    }
    total += records.length;
    await progress(total);
    const last = records.at(-1);
    if (!last || records.length < BATCH_SIZE) break;
    lastId = last.id;
  }
  claims.push(...(await findOtherClaims(scope.db)));
  return {
    total,
    incompleteSafety: unsafe,
    contacts,
    unprovenClaims: claims,
    unrecordedPrices: unrecorded,
    overlappingPrices: overlapping,
    belatedPrices: belated,
    sectorProducts,
    incompleteSectors,
    samples: shop ? await pickSamples(shop, candidates, await readUnits(scope.db, [...candidates.keys()])) : [],
  };
}

/** Returns what a product's information required by its sector lacks, with its name; empty if it is complete. */
function findMissingSectorInfo(record: CatalogRecord, scope: Pick<PluginScope, '__'>): string[] {
  const missing = getSectorInfo(record, scope).flatMap((sector) => sector.missing);
  return missing.length === 0 ? [] : [`${record.name}: ${missing.join(', ')}.`];
}

/** Returns the products of which two prices apply at the same time in the price history. */
async function findOverlappingPrices(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const overlapping = new Set<number>();
  if (ids.length === 0) return overlapping;
  const rows = await db()('compliance_prices')
    .whereIn('product_id', [...ids])
    .whereNot({ cause: 'demo' })
    .orderBy(['product_id', 'variation_id', 'currency', 'valid_from', 'id'])
    .select('product_id', 'variation_id', 'currency', 'valid_from', 'valid_to');
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    const isSamePrice =
      next?.product_id === row.product_id && next.variation_id === row.variation_id && next.currency === row.currency;
    if (next && isSamePrice && (row.valid_to === null || row.valid_to > next.valid_from))
      overlapping.add(row.product_id);
  }
  return overlapping;
}

/** Time by which a price may be recorded after a later one, by processes that write at the same moment. */
const MAX_DELAY_MS = 86_400_000;

/**
 * Returns the products with a price in the history that was added after a later one, although the shop records prices
 * as they change; imports of earlier prices are recorded as such.
 */
async function findBelatedPrices(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const belated = new Set<number>();
  if (ids.length === 0) return belated;
  const rows = await db()('compliance_prices')
    .whereIn('product_id', [...ids])
    .whereNotIn('cause', ['demo', 'import'])
    .orderBy('id')
    .select('product_id', 'variation_id', 'currency', 'valid_from');
  const latest = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.product_id}-${row.variation_id}-${row.currency}`;
    const from = Date.parse(`${row.valid_from.replace(' ', 'T')}Z`);
    const known = latest.get(key) ?? from;
    if (from < known - MAX_DELAY_MS) belated.add(row.product_id);
    latest.set(key, Math.max(known, from));
  }
  return belated;
}

function isPriceRecorded(
  { id, price, variations }: CatalogRecord,
  recordedPrices: ReadonlyMap<string, number>,
): boolean {
  if (variations.length === 0)
    return price === 0 || recordedPrices.get(keyOf({ productId: id, variationId: 0 })) === price;
  return variations.every(
    (variant) => recordedPrices.get(keyOf({ productId: id, variationId: variant.id })) === variant.price,
  );
}

type UnitOfProduct = Pick<SampleProduct, 'unit' | 'unitContent'>;
const NO_UNIT: UnitOfProduct = { unit: '', unitContent: 0 };

/** Returns the units of the products that have a unit price, and how many of them a package contains. */
async function readUnits(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, UnitOfProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db()('store_products')
    .whereIn('id', [...ids])
    .whereNot({ unit: '' })
    .where('unit_content', '>', 0)
    .select('id', 'unit', 'unit_content');
  return new Map(rows.map(({ id, unit, unit_content }) => [id, { unit, unitContent: unit_content / 1000 }]));
}

/** Picks the first product of each kind, each product only once. */
async function pickSamples(
  shop: Catalog,
  candidates: ReadonlyMap<number, CatalogRecord>,
  units: ReadonlyMap<number, UnitOfProduct>,
): Promise<SampleProduct[]> {
  const cards = await shop.summaries([...candidates.keys()]);
  const selected = new Map<number, Omit<SampleProduct, 'kinds'> & { kinds: SampleKind[] }>();
  const products = cards.flatMap((card) => {
    const record = candidates.get(card.id);
    return record ? [{ record, card, ...(units.get(card.id) ?? NO_UNIT) }] : [];
  });
  for (const [kind, holds] of KIND_TESTS) {
    const product = products.find(({ record, card, unit }) => holds(record, card, unit));
    if (!product) continue;
    const known = selected.get(product.card.id);
    if (known) known.kinds.push(kind);
    else selected.set(product.card.id, { kinds: [kind], ...product });
  }
  return [...selected.values()];
}
