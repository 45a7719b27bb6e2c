import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, CommandOutput } from '../../core/api/index.js';
import { isGtin } from '../../plugins/store/products/product-limits.js';
import { generateCatalog } from '../../plugins/store/generator/generate-catalog.js';
import { createDrafts, type ProductDraft } from '../../plugins/store/generator/product-draft.js';
import { inflect } from '../../plugins/store/generator/product-text.js';
import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';

const NOW = new Date('2026-03-01T12:00:00Z');

function generateDrafts(count: number, seed = 1, first = 1): ProductDraft[] {
  const drafts = createDrafts(seed, first);
  return Array.from({ length: count }, () => drafts.next());
}

const share = <T>(entities: readonly T[], matches: (entity: T) => boolean): number =>
  entities.filter(matches).length / entities.length;

function mostFrequent(keys: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}

describe('product draft generator', () => {
  const drafts = generateDrafts(20_000);

  it('repeats for the same seed and differs for another seed or start', () => {
    expect(generateDrafts(300, 7)).toEqual(generateDrafts(300, 7));
    expect(generateDrafts(300, 8).map((draft) => draft.name)).not.toEqual(
      generateDrafts(300, 7).map((draft) => draft.name),
    );
    expect(generateDrafts(50, 7, 301).map((draft) => draft.price.regular)).not.toEqual(
      generateDrafts(50, 7).map((draft) => draft.price.regular),
    );
  });

  it('concentrates products in few categories and brands', () => {
    const brands = mostFrequent(drafts.map((draft) => draft.brand));
    expect(brands).toHaveLength(40);
    expect(assertDefined(brands[0]) / drafts.length).toBeCloseTo(0.234, 1);
    expect(assertDefined(brands[0]) / assertDefined(brands[9])).toBeGreaterThan(7);
    const leaves = mostFrequent(drafts.map((draft) => assertDefined(draft.leaves[0])));
    expect(leaves).toHaveLength(160);
    expect(assertDefined(leaves[0]) / assertDefined(leaves[99])).toBeGreaterThan(30);
    expect(share(drafts, (draft) => draft.leaves.length === 2)).toBeCloseTo(0.1, 1);
  });

  it('assigns exactly the attributes of the department, without repeated values', () => {
    for (const { values, root } of drafts.slice(0, 2000)) {
      expect(new Set(values.map(([attribute]) => attribute))).toEqual(new Set(root.attributes));
      expect(new Set(values.map(String)).size).toBe(values.length);
    }
    expect(drafts.reduce((sum, draft) => sum + draft.values.length, 0) / drafts.length).toBeGreaterThan(7.5);
  });

  it('draws the designed shares of stock, sales, ratings and variations', () => {
    expect(share(drafts, (draft) => draft.stock === 'instock')).toBeCloseTo(0.82, 1);
    expect(share(drafts, (draft) => draft.stock === 'onbackorder')).toBeGreaterThan(0.04);
    expect(share(drafts, (draft) => draft.price.sale !== null)).toBeCloseTo(0.18, 1);
    expect(share(drafts, (draft) => draft.rating === 0)).toBeCloseTo(0.45, 1);
    expect(share(drafts, (draft) => draft.variations.length > 0)).toBeCloseTo(0.1, 1);
    expect(drafts.every((draft) => draft.price.sale === null || draft.price.sale < draft.price.regular)).toBe(true);
    const prices = drafts.map((draft) => draft.price.regular).sort((a, b) => a - b);
    expect(prices[10_000]).toBeGreaterThan(7500);
    expect(prices[10_000]).toBeLessThan(8700);
    expect(share(drafts, (draft) => draft.price.regular % 100 === 99)).toBeCloseTo(0.7, 1);
  });

  it('creates valid GTINs and unique GTINs, SKUs and names', () => {
    const sold = drafts.flatMap((draft) => [draft, ...draft.variations]);
    expect(sold.filter(({ gtin }) => !isGtin(gtin))).toEqual([]);
    for (const key of ['gtin', 'sku'] as const)
      expect(new Set(sold.map((entity) => entity[key])).size).toBe(sold.length);
    expect(new Set(drafts.map((draft) => draft.name)).size).toBe(drafts.length);
  });

  it('uses existing demo images', () => {
    const images = new Set(drafts.map((draft) => draft.image));
    expect(images.size).toBeGreaterThan(40);
    expect(
      [...images].filter((image) => !existsSync(join(__dirname, `../../plugins/store/assets/demo/${image}.svg`))),
    ).toEqual([]);
  });

  it('writes descriptions of 12 to 29 words, most of them Polish', () => {
    const lengths = drafts.map((draft) => draft.description.split(' ').length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(12);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(29);
    const texts = drafts.map((draft) => `${draft.name} ${draft.description}`);
    expect(share(texts, (text) => /[ąćęłńóśżź]| (?:i|do|z|na|pod|w) /i.test(text))).toBeGreaterThan(0.55);
  });

  it('inflects adjectives by the gender of the noun', () => {
    expect(['m', 'f', 'n', 'p'].map((gender) => inflect('ręczny', gender as 'm'))).toEqual([
      'ręczny',
      'ręczna',
      'ręczne',
      'ręczne',
    ]);
    expect(['m', 'f', 'n', 'p'].map((gender) => inflect('wysoki', gender as 'm'))).toEqual([
      'wysoki',
      'wysoka',
      'wysokie',
      'wysokie',
    ]);
    expect(['m', 'f', 'n', 'p'].map((gender) => inflect('letni', gender as 'm'))).toEqual([
      'letni',
      'letnia',
      'letnie',
      'letnie',
    ]);
  });
});

/** Digest of the products generated on each engine; they must be equal. */
const digests: string[] = [];

describe.each(defaultEngines)('product generator on %s', (engine) => {
  let shop: ShopSite;

  const generate = (count: number, stopped?: () => boolean): Promise<number> =>
    shop.inContext(() =>
      generateCatalog(
        { scope: shop.scope, ...shop.parts },
        { count, seed: 7, now: NOW, ...(stopped ? { shouldStop: stopped } : {}) },
      ),
    );
  const rows = (table: string): Promise<Record<string, unknown>[]> =>
    shop.site.db()(table).select('*') as Promise<Record<string, unknown>[]>;

  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  it('adds complete products, announces every price and records one full change', async () => {
    const before = await shop.parts.changes.last();
    expect(await generate(2500)).toBe(2500);
    expect(await shop.inContext(() => shop.parts.catalog.count())).toBe(2500);
    expect(await shop.parts.changes.after(before, 10)).toEqual([{ sequence: before + 1, productId: 0 }]);
    const records = await shop.inContext(() => shop.parts.catalog.records(0, 2500));
    expect(
      records.filter(
        (record) =>
          record.termIds.length < 8 || !isGtin(record.gtin) || record.price <= 0 || record.maxPrice < record.price,
      ),
    ).toEqual([]);
    const announced = shop.announced();
    const priced = records.reduce((sum, record) => sum + Math.max(1, record.variations.length), 0);
    expect(announced).toHaveLength(priced);
    expect(new Set(announced.map((change) => `${change.cause} ${change.before}`))).toEqual(new Set(['generate null']));
    const first = records.find((record) => record.variations.length > 0);
    expect(first?.price).toBe(Math.min(...(first?.variations.map((variation) => variation.price) ?? [])));
    expect((await rows('store_images')).length).toBe(2500);
  });

  it('builds 208 categories and assigns products to the lowest only', async () => {
    const categories = await shop.inContext(() => shop.parts.catalog.terms('product_cat'));
    expect(categories).toHaveLength(208);
    const parents = new Set(categories.map((term) => term.parentId));
    const lowest = new Set(categories.filter((term) => !parents.has(term.id)).map((term) => term.id));
    expect(lowest.size).toBe(160);
    const known = new Set(categories.map((term) => term.id));
    const assigned = (await rows('store_product_terms'))
      .map((row) => Number(row.term_id))
      .filter((id) => known.has(id));
    expect(assigned.every((id) => lowest.has(id))).toBe(true);
  });

  it('stores the drafts of the seed as the same rows on every engine', async () => {
    const products = (await rows('store_products'))
      .map(({ id: _id, ...row }) => row)
      .sort((a, b) => String(a.sku).localeCompare(String(b.sku)));
    digests.push(
      createHash('sha256')
        .update(
          JSON.stringify(
            products.map((row) =>
              Object.keys(row)
                .sort()
                .map((key) => [key, row[key]]),
            ),
          ),
        )
        .digest('hex'),
    );
    expect(new Set(digests).size).toBe(1);
    expect(products.map(({ sku, name, regular_price }) => [sku, name, regular_price])).toEqual(
      generateDrafts(2500, 7)
        .sort((a, b) => a.sku.localeCompare(b.sku))
        .map(({ sku, name, price, variations }) => [sku, name, variations.length > 0 ? null : price.regular]),
    );
  });

  it('adds different products on a second run and reuses the terms', async () => {
    const terms = (await rows('store_terms')).length;
    expect(await generate(300)).toBe(300);
    const products = await rows('store_products');
    for (const key of ['sku', 'slug', 'name', 'gtin']) expect(new Set(products.map((row) => row[key])).size).toBe(2800);
    expect((await rows('store_terms')).length).toBe(terms);
  });

  it('finishes the current batch when stopped', async () => {
    let stopChecks = 0;
    expect(await generate(9000, () => stopChecks++ > 0)).toBe(2000);
    expect(await shop.inContext(() => shop.parts.catalog.count())).toBe(4800);
  });

  it('keeps complete batches and no partial product when a later batch fails', async () => {
    const [existing] = generateDrafts(2001, 7, 4801).slice(-1);
    await shop.save({
      name: 'Mine',
      slug: existing?.name
        .toLowerCase()
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/ł/g, 'l')
        .replace(/[^a-z0-9]+/g, '-'),
    });
    const before = await shop.parts.changes.last();
    await expect(generate(3000)).rejects.toThrow();
    expect(await shop.inContext(() => shop.parts.catalog.count())).toBe(6801);
    expect(await shop.parts.changes.last()).toBe(before + 1);
    const ids = new Set((await rows('store_products')).map((row) => row.id));
    for (const table of ['store_product_terms', 'store_images', 'store_variations'])
      expect((await rows(table)).every((row) => ids.has(row.product_id))).toBe(true);
  });

  it('runs as a command and rejects invalid counts and seeds', async () => {
    const command = shop.site.plugins.registries.commands
      .all()
      .map(({ value }) => value)
      .find(({ name }) => name.startsWith('store generate')) as Command;
    const lines: string[] = [];
    const output: CommandOutput = {
      line: (text) => void lines.push(text),
      warn: () => undefined,
      rows: () => undefined,
      progress: () => ({ update: () => undefined, stop: () => undefined }),
    };
    const before = await shop.inContext(() => shop.parts.catalog.count());
    await shop.inContext(async () => {
      await command.run(['3'], { seed: '99', porcelain: true }, output);
      for (const count of ['', '0', '-1', '1.5', '1e3', 'many', '1000001'])
        await expect(command.run([count], { seed: '1' }, output)).rejects.toThrow(
          'Number of products must be a whole number',
        );
      for (const seed of ['-1', 'x', '4294967296'])
        await expect(command.run(['3'], { seed }, output)).rejects.toThrow('Seed must be a whole number');
    });
    expect(lines).toEqual(['3']);
    expect(await shop.inContext(() => shop.parts.catalog.count())).toBe(before + 3);
  });
});
