import { COLOURS } from '../generator/vocabulary/attributes.js';
import type { TaxonomyWriter } from '../taxonomies/taxonomy-writer.js';
import type { DemoProduct } from './demo-product.js';
import { ATTRIBUTE_LABELS, CATEGORIES, type DemoCategory } from './taxonomy.js';

/** Ids of the demo's terms; every function throws for names that the data does not declare. */
export interface DemoTerms {
  category(slug: string): number;
  brand(name: string): number;
  tag(name: string): number;
  value(attribute: string, name: string): number;
}

const SWATCHES: Readonly<Record<string, string>> = { ...COLOURS, Złoty: '#c9a227' };
const inOrder = new Intl.Collator('pl', { numeric: true });

/** Creates the demo categories, and the brands, tags and attribute values used by these products. */
export async function ensureDemoTerms(
  { ensureTaxonomy, ensureTerm }: Pick<TaxonomyWriter, 'ensureTaxonomy' | 'ensureTerm'>,
  products: readonly DemoProduct[],
): Promise<DemoTerms> {
  const ids = new Map<string, number>();

  async function addCategories(categories: readonly DemoCategory[], parentId: number): Promise<void> {
    for (const [position, { slug, name, description, image, children = [] }] of categories.entries()) {
      const id = await ensureTerm({
        taxonomy: 'product_cat',
        slug,
        name,
        parentId,
        position,
        ...(description ? { description } : {}),
        ...(image ? { swatch: `asset:demo/${image}.svg` } : {}),
      });
      ids.set(`product_cat/${slug}`, id);
      await addCategories(children, id);
    }
  }

  async function addNames(taxonomy: string, names: readonly string[]): Promise<void> {
    const sorted = [...new Set(names)].sort(inOrder.compare);
    for (const [position, name] of sorted.entries()) {
      const swatch = taxonomy === 'pa_kolor' ? SWATCHES[name] : undefined;
      ids.set(`${taxonomy}/${name}`, await ensureTerm({ taxonomy, name, position, ...(swatch ? { swatch } : {}) }));
    }
  }

  await addCategories(CATEGORIES, 0);
  await addNames(
    'product_brand',
    products.map((product) => product.brand),
  );
  await addNames(
    'product_tag',
    products.flatMap((product) => product.tags ?? []),
  );
  for (const [attribute, label] of Object.entries(ATTRIBUTE_LABELS)) {
    await ensureTaxonomy({ name: `pa_${attribute}`, label, kind: 'attribute', hierarchical: false });
    await addNames(
      `pa_${attribute}`,
      products.flatMap(({ attributes, variations = [] }) => [
        ...(attributes[attribute] ?? []),
        ...variations.flatMap(({ values }) => values[attribute] ?? []),
      ]),
    );
  }

  const idOf = (key: string): number => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`The demo has no ${key}.`);
    return id;
  };
  return {
    category: (slug) => idOf(`product_cat/${slug}`),
    brand: (name) => idOf(`product_brand/${name}`),
    tag: (name) => idOf(`product_tag/${name}`),
    value: (attribute, name) => idOf(`pa_${attribute}/${name}`),
  };
}
