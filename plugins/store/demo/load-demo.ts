import { type Database, toUtcString } from 'plinth';
import type { ProductInput, VariationInput } from '../products/product-input.js';
import type { ProductStore } from '../catalog/product-store.js';
import type { FileStore } from '../downloads/file-storage.js';
import type { ProductFiles } from '../downloads/product-files.js';
import type { PriceTag } from '../contract/index.js';
import { ean13 } from '../generator/product-draft.js';
import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import type { DemoProduct, DemoSale, DemoVariation } from './demo-product.js';
import { type DemoTerms, ensureDemoTerms } from './demo-terms.js';
import type { ReviewStatistics } from '../reviews/review-statistics.js';
import { createReviewGenerator, type GenerateReviews, reviewRow } from './reviews/generate-reviews.js';
import { legalFields } from './manufacturers.js';
import type { LinkWriter } from '../catalog/linked-products.js';

export interface DemoDeps {
  readonly db: Database;
  readonly products: Pick<ProductStore, 'save' | 'link'>;
  readonly taxonomies: Pick<TaxonomyWriter, 'ensureTaxonomy' | 'ensureTerm'>;
  readonly reviewStatistics: Pick<ReviewStatistics, 'recount'>;
  readonly now: Date;
  readonly fileStore: Pick<FileStore, 'save'>;
  readonly files: Pick<ProductFiles, 'save'>;
}

const DAY = 86_400_000;
/** In pixels; the images are vector graphics, for which any size works. */
const IMAGE_SIZE = 800;

/**
 * Adds missing products of the demo shop in one transaction; changes by the owner are preserved.
 * @returns the number of added products
 */
export async function loadDemo(deps: DemoDeps, demo: readonly DemoProduct[]): Promise<number> {
  const { db } = deps;
  return db.withLock('store-demo', () =>
    db.transaction(async () => {
      const known = await db()('store_products')
        .whereIn(
          'sku',
          demo.map((product) => product.sku),
        )
        .select('sku');
      const missing = demo.filter(({ sku }) => !known.some((row) => row.sku === sku));
      if (missing.length === 0) return 0;
      const generateReviews = createReviewGenerator();
      const terms = await ensureDemoTerms(deps.taxonomies, missing);
      for (const product of missing) await addProduct(deps, generateReviews, product, demo.indexOf(product), terms);
      await linkDemo(
        { db, link: deps.products.link },
        missing.map(({ sku }) => sku),
      );
      return missing.length;
    }),
  );
}

async function addProduct(
  { db, products, reviewStatistics, now, fileStore, files }: DemoDeps,
  generateReviews: GenerateReviews,
  product: DemoProduct,
  position: number,
  terms: DemoTerms,
): Promise<void> {
  const id = await products.save(inputOf(product, position, terms, now), 'demo', { numberSlug: true });
  if (product.file) {
    const { name, bytes } = demoFile(product.file);
    const file = await fileStore.save(name, bytes);
    await files.save(id, [{ id: 0, fileId: file.id, variationId: 0, name: product.file.name }], {
      downloads: null,
      days: null,
    });
  }
  const published = toUtcString(now.getTime() - product.age * DAY);
  // Demo products get sales and a publication date, which a new product does not have.
  await db()('store_products')
    .where({ id })
    .update({ sales: product.sales, published_at: published, created_at: published });
  const reviews = generateReviews(product);
  if (reviews.length === 0) return;
  const rows = reviews.map((review, index) =>
    reviewRow(review, {
      id,
      at: toUtcString(now.getTime() - Math.round((product.age * DAY * (index + 1)) / (reviews.length + 2))),
      buyer: `demo:${index}`,
    }),
  );
  await db()('store_reviews').insert(rows);
  await reviewStatistics.recount([id]);
}

function inputOf(product: DemoProduct, position: number, terms: DemoTerms, now: Date): ProductInput {
  const { variations = [], stock } = product;
  return {
    id: 0,
    name: product.name,
    slug: '',
    status: 'publish',
    visibility: 'visible',
    kind: product.digital ? 'digital' : 'physical',
    sku: product.sku,
    gtin: gtinOf(product.sku, 0),
    shortDescription: product.shortDescription,
    description: product.description.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
    price: variations.length > 0 ? null : tagOf(product.price, product.sale, now),
    stockQuantity: variations.length > 0 ? null : (stock ?? null),
    stock: 'instock',
    backorders: product.backorders ?? false,
    taxRate: product.tax ?? 23,
    weight: product.weight ?? 0,
    unit: product.unit ?? '',
    unitContent: product.content ?? 0,
    position,
    featured: product.featured ?? false,
    termIds: termsOf(product, terms),
    images: product.images.map((image) => ({
      source: `asset:demo/${image}.svg`,
      alt: altOf(product, image),
      width: IMAGE_SIZE,
      height: IMAGE_SIZE,
    })),
    variations: variations.map((variation, index) => variationOf(product, variation, index, terms, now)),
    fields: legalFields(product),
  };
}

function variationOf(
  product: DemoProduct,
  variation: DemoVariation,
  index: number,
  terms: DemoTerms,
  now: Date,
): VariationInput {
  return {
    id: 0,
    sku: `${product.sku}-${index + 1}`,
    gtin: gtinOf(product.sku, index + 1),
    price: tagOf(variation.price ?? product.price, variation.sale, now),
    stockQuantity: variation.stock,
    stock: 'instock',
    backorders: product.backorders ?? false,
    weight: 0,
    unitContent: 0,
    termIds: Object.entries(variation.values).map(([attribute, value]) => terms.value(attribute, value)),
    imageIndex: variation.image === undefined ? -1 : product.images.indexOf(variation.image),
  };
}

function tagOf(regular: number, sale: DemoSale | undefined, now: Date): PriceTag {
  if (!sale) return { regular, sale: null, saleFrom: null, saleTo: null };
  const dayOf = (days: number): string => `${toUtcString(now.getTime() + days * DAY).slice(0, 10)} 00:00:00`;
  return { regular, sale: sale.price, saleFrom: dayOf(sale.from), saleTo: dayOf(sale.to) };
}

function termsOf(product: DemoProduct, terms: DemoTerms): number[] {
  const values = Object.entries(product.attributes).flatMap(([attribute, names]) =>
    names.map((name) => terms.value(attribute, name)),
  );
  return [
    ...product.categories.map(terms.category),
    terms.brand(product.brand),
    ...(product.tags ?? []).map(terms.tag),
    ...values,
  ];
}

/** Returns the alternative text: the product, with its color if there are several. */
function altOf({ name, variations = [] }: DemoProduct, image: string): string {
  const color = variations.find((variation) => variation.image === image)?.values.kolor;
  return color === undefined ? name : `${name}, ${color.toLowerCase()}`;
}

/** GTINs starting with 29 are reserved for internal use by shops. */
function gtinOf(sku: string, version: number): string {
  return ean13(`29${String(Number(sku.slice(-3)) * 100 + version).padStart(10, '0')}`);
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);

/** Returns a demo file: an HTML page that opens and prints on every computer. */
function demoFile({ name, lines }: NonNullable<DemoProduct['file']>): {
  readonly name: string;
  readonly bytes: Buffer;
} {
  const body = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const html = `<!doctype html>\n<html lang="pl">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(name)}</title>
<style>body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif } p { break-inside: avoid }</style></head>
<body>\n<h1>${escaped(name)}</h1>\n${body}\n</body>\n</html>\n`;
  return { name: `${name}.html`, bytes: Buffer.from(html) };
}

/** Up-sells and cross-sells of demo products, by SKU. */
const LINKS: Readonly<Record<string, { readonly upsells: readonly string[]; readonly crossSells: readonly string[] }>> =
  {
    'KUC-306': { upsells: ['SPI-802', 'KUC-302', 'SPI-803'], crossSells: ['SPI-802', 'SPI-803'] },
    'KUC-308': { upsells: ['SPI-801', 'KUC-301', 'SPI-805'], crossSells: ['SPI-801', 'SPI-805'] },
    'SPI-801': { upsells: ['KUC-308', 'KUC-301'], crossSells: ['SPI-805'] },
    'ROS-601': { upsells: ['ROS-605', 'ROS-606', 'KSI-902'], crossSells: ['ROS-605', 'ROS-606'] },
    'MEB-208': { upsells: ['LMP-107', 'MEB-201', 'MEB-207'], crossSells: ['LMP-107'] },
    'DEK-508': { upsells: ['PIE-703'], crossSells: ['PIE-703'] },
  };

/** Links products that were just added; links set by the owner for others are preserved. */
async function linkDemo(
  { db, link }: { readonly db: Database; readonly link: LinkWriter },
  added: readonly string[],
): Promise<void> {
  const addedLinks = Object.entries(LINKS).filter(([sku]) => added.includes(sku));
  const named = addedLinks.flatMap(([sku, { upsells, crossSells }]) => [sku, ...upsells, ...crossSells]);
  const ids = new Map(
    (
      await db()('store_products')
        .whereIn('sku', [...new Set(named)])
        .select('id', 'sku')
    ).map(({ id, sku }) => [sku ?? '', id]),
  );
  const idsOf = (skus: readonly string[]): number[] => skus.flatMap((sku) => ids.get(sku) ?? []);
  await link(
    new Map(
      addedLinks.flatMap(([sku, { upsells, crossSells }]) =>
        idsOf([sku]).map((id) => [id, { upsellIds: idsOf(upsells), crossSellIds: idsOf(crossSells) }] as const),
      ),
    ),
  );
}
