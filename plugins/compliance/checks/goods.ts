import type { PluginScope } from 'plinth';
import type { Catalogue, CatalogueRecord, ProductCard } from '../store/shop.js';
import { descriptionsOf, otherClaims, unprovenClaim } from '../product/green-claims.js';
import { durabilityOf } from '../notices/notice-state.js';
import { keyOf, type PriceHistory } from '../omnibus/price-history.js';
import { isPerishable, isSecondHand } from '../product/product-fields.js';
import { missingSafety, safetyOf } from '../product/safety.js';
import type { Directory, SafetyContacts } from '../safety/contacts.js';
import type { Clock } from '../time/clock.js';
import { pointOf } from '../withdrawal/exceptions.js';
import { EXCEPTION_FIELD } from '../withdrawal/product-exception.js';

/** Kinds of products that pages display differently. */
export type GoodsKind =
  | 'reduced'
  | 'reduced_version'
  | 'perishable'
  | 'versions'
  | 'plain'
  | 'digital'
  | 'second_hand'
  | 'rated'
  | 'excepted'
  | 'durable';

/** A product whose page is opened by the scan. */
export interface SampleProduct {
  readonly kinds: readonly GoodsKind[];
  readonly record: CatalogueRecord;
  readonly card: ProductCard;
}

/** Result of going through all products, with a sample of each kind. */
export interface Goods {
  readonly total: number;
  /** Names of products with incomplete safety data; downloads have no manufacturer to name. */
  readonly incompleteSafety: readonly string[];
  /** Manufacturers and responsible persons, by code. */
  readonly contacts: Directory;
  /** Names of products, categories and pages with unproven claims, with the word used. */
  readonly unprovenClaims: readonly string[];
  /** Names of products whose price, or that of a variation, differs from the newest one recorded. */
  readonly unrecordedPrices: readonly string[];
  readonly samples: readonly SampleProduct[];
}

const BATCH = 500;
/** Number of products searched for digital and plain samples. */
const CANDIDATES = 60;

const isReduced = ({ onSale, variations }: CatalogueRecord): boolean => onSale && variations.length === 0;

/** Kinds determined from the record alone; the others need the product's card. */
const BY_RECORD = {
  reduced: (record) => isReduced(record) && !isPerishable(record),
  perishable: (record) => isReduced(record) && isPerishable(record),
  reduced_version: ({ variations }) => variations.some(({ onSale }) => onSale),
  versions: ({ variations }) => variations.length > 0,
  second_hand: isSecondHand,
  rated: ({ reviews }) => reviews !== undefined,
  excepted: ({ fields }) => pointOf(fields[EXCEPTION_FIELD]) > 0,
  durable: (record) => durabilityOf(record, 'http://localhost/') !== undefined,
} satisfies Partial<Record<GoodsKind, (record: CatalogueRecord) => boolean>>;
const RECORD_KINDS = Object.entries(BY_RECORD);

const KINDS: readonly (readonly [GoodsKind, (record: CatalogueRecord, card: ProductCard) => boolean])[] = [
  ['reduced', BY_RECORD.reduced],
  ['perishable', BY_RECORD.perishable],
  ['reduced_version', BY_RECORD.reduced_version],
  ['versions', BY_RECORD.versions],
  ['plain', ({ onSale, variations }, { kind }) => !onSale && variations.length === 0 && kind === 'physical'],
  ['digital', (_record, { kind }) => kind === 'digital'],
  ['second_hand', BY_RECORD.second_hand],
  ['rated', BY_RECORD.rated],
  ['excepted', BY_RECORD.excepted],
  ['durable', BY_RECORD.durable],
];

interface GoodsDeps {
  readonly scope: Pick<PluginScope, 'db'>;
  readonly clock: Clock;
  readonly priceHistory: Pick<PriceHistory, 'running'>;
  readonly contacts: Pick<SafetyContacts, 'directory'>;
  catalogue(): Catalogue | undefined;
}

/**
 * Goes through the whole catalog.
 * @param progress called after each batch
 */
export async function goThroughGoods(
  { scope, catalogue, clock, priceHistory, contacts: { directory } }: GoodsDeps,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<Goods> {
  const shop = catalogue();
  const contacts = await directory();
  // Day in the shop's time zone, not the server's.
  const today = (await clock.local(clock.now())).slice(0, 10);
  const [unsafe, claims, unrecorded]: [string[], string[], string[]] = [[], [], []];
  const candidates = new Map<number, CatalogueRecord>();
  const firsts = new Set<string>();
  let total = 0;
  for (let after = 0; shop;) {
    const records = await shop.records(after, BATCH);
    const gaps = records.filter((record) => missingSafety(safetyOf(record, contacts)).length > 0);
    const files = new Set(
      (gaps.length > 0 ? await shop.summaries(gaps.map(({ id }) => id)) : [])
        .filter(({ kind }) => kind === 'digital')
        .map(({ id }) => id),
    );
    unsafe.push(...gaps.filter(({ id }) => !files.has(id)).map(({ name }) => name));
    const descriptions = await descriptionsOf(
      scope.db,
      records.map(({ id }) => id),
    );
    const running = await priceHistory.running(records.map(({ id }) => id));
    for (const record of records) {
      if (!isOnRecord(record, running)) unrecorded.push(record.name);
      const claim = unprovenClaim(record, today, descriptions.get(record.id));
      if (claim !== '') claims.push(`${record.name} (${claim})`);
      if (record.stock === 'outofstock') continue;
      const fresh = RECORD_KINDS.filter(([kind, holds]) => !firsts.has(kind) && holds(record));
      for (const [kind] of fresh) firsts.add(kind);
      if (fresh.length > 0 || candidates.size < CANDIDATES) candidates.set(record.id, record);
    }
    total += records.length;
    await progress(total);
    const last = records.at(-1);
    if (!last || records.length < BATCH) break;
    after = last.id;
  }
  claims.push(...(await otherClaims(scope.db)));
  return {
    total,
    incompleteSafety: unsafe,
    contacts,
    unprovenClaims: claims,
    unrecordedPrices: unrecorded,
    samples: shop ? await sample(shop, candidates) : [],
  };
}

function isOnRecord({ id, price, variations }: CatalogueRecord, running: ReadonlyMap<string, number>): boolean {
  if (variations.length === 0) return price === 0 || running.get(keyOf({ productId: id, variationId: 0 })) === price;
  return variations.every((one) => running.get(keyOf({ productId: id, variationId: one.id })) === one.price);
}

/** Picks the first product of each kind, each product only once. */
async function sample(shop: Catalogue, candidates: ReadonlyMap<number, CatalogueRecord>): Promise<SampleProduct[]> {
  const cards = await shop.summaries([...candidates.keys()]);
  const selected = new Map<number, { kinds: GoodsKind[]; record: CatalogueRecord; card: ProductCard }>();
  const products = cards.flatMap((card) => {
    const record = candidates.get(card.id);
    return record ? [{ record, card }] : [];
  });
  for (const [kind, holds] of KINDS) {
    const product = products.find(({ record, card }) => holds(record, card));
    if (!product) continue;
    const known = selected.get(product.card.id);
    if (known) known.kinds.push(kind);
    else selected.set(product.card.id, { kinds: [kind], ...product });
  }
  return [...selected.values()];
}
