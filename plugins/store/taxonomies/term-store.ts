import { type PluginScope } from 'plinth';
import { readShownRows } from '../change-log/visible-rows.js';
import type { CatalogTerm } from '../contract/index.js';
import type { TermVersion } from '../change-log/term-version.js';
import { parseFormerSlugs } from './former-slugs.js';

export interface TermStore {
  /** Returns terms, parents before children. Siblings are sorted by position, then by name. */
  all(taxonomy?: string): Promise<readonly CatalogTerm[]>;
  byId(): Promise<ReadonlyMap<number, CatalogTerm>>;
  /** Returns the category IDs of products, including ancestors, by product ID. */
  categoriesOf(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Returns the attribute terms of variations, in the order of the attributes. */
  variationTerms(variationIds: readonly number[]): Promise<readonly VariationTerm[]>;
}

/** Cached terms; valid while the version is unchanged. */
interface CachedTerms {
  readonly version: number;
  readonly all: readonly CatalogTerm[];
  readonly byTaxonomy: ReadonlyMap<string, readonly CatalogTerm[]>;
  readonly byId: ReadonlyMap<number, CatalogTerm>;
}

export function createTermStore(
  { db, cache }: Pick<PluginScope, 'db' | 'cache'>,
  version: Pick<TermVersion, 'now'>,
): TermStore {
  // Cached, because every shop page needs all categories and they rarely change.
  let cached: CachedTerms | undefined;

  const currentTerms = async (): Promise<CachedTerms> => {
    const now = await version.now();
    return cached?.version === now ? cached : loadTerms(now);
  };

  async function loadTerms(now: number): Promise<CachedTerms> {
    const loaded = await readTerms(now);
    // Data read inside an open transaction may be rolled back.
    await db.afterCommit(() => {
      cached = loaded;
    });
    return loaded;
  }

  async function readTerms(now: number): Promise<CachedTerms> {
    const rows = await db()('store_terms')
      .orderBy(['taxonomy', 'position', 'name', 'id'])
      .select('id', 'taxonomy', 'slug', 'name', 'parent_id', 'position', 'swatch', 'former_slugs');
    const all = sortParentsFirst(
      rows.map(({ parent_id, former_slugs, ...row }) => ({
        ...row,
        parentId: parent_id,
        ...(former_slugs === null ? {} : { formerSlugs: parseFormerSlugs(former_slugs) }),
      })),
    );
    return {
      version: now,
      all,
      byTaxonomy: groupTerms(all, (term) => term.taxonomy),
      byId: new Map(all.map((term) => [term.id, term])),
    };
  }

  const all = async (taxonomy?: string): Promise<readonly CatalogTerm[]> => {
    const terms = await currentTerms();
    return taxonomy === undefined ? terms.all : (terms.byTaxonomy.get(taxonomy) ?? []);
  };

  return {
    all,
    byId: async () => {
      const terms = await currentTerms();
      return terms.byId;
    },
    async categoriesOf(productIds) {
      if (productIds.length === 0) return new Map();
      const parents = new Map((await all('product_cat')).map((term) => [term.id, term.parentId]));
      const rows = await readShownRows({ cache }, 'links', productIds, () =>
        db()('store_product_terms')
          .whereIn('product_id', productIds)
          .orderBy(['product_id', 'position', 'term_id'])
          .select('product_id', 'term_id'),
      );
      const found = new Map<number, Set<number>>();
      for (const { product_id, term_id } of rows) {
        const categoryIds = found.get(product_id) ?? new Set<number>();
        found.set(product_id, categoryIds);
        for (let id = parents.has(term_id) ? term_id : 0; id > 0 && !categoryIds.has(id); id = parents.get(id) ?? 0)
          categoryIds.add(id);
      }
      return new Map([...found].map(([id, terms]) => [id, [...terms]]));
    },
    async variationTerms(variationIds) {
      if (variationIds.length === 0) return [];
      const rows = readShownRows({ cache }, 'version-terms', variationIds, () =>
        db()('store_variation_terms')
          .join('store_terms', 'store_terms.id', 'store_variation_terms.term_id')
          .join('store_taxonomies', 'store_taxonomies.name', 'store_terms.taxonomy')
          .whereIn('store_variation_terms.variation_id', variationIds)
          .orderBy(['store_variation_terms.variation_id', 'store_taxonomies.position', 'store_taxonomies.name'])
          .select<{ variation_id: number; term_id: number; name: string }[]>(
            'store_variation_terms.variation_id',
            'store_variation_terms.term_id',
            'store_terms.name',
          ),
      );
      const all = await rows;
      return all.map((row) => ({ variationId: row.variation_id, termId: row.term_id, name: row.name }));
    },
  };
}

/** Sorts terms depth first. Terms whose parent is missing are treated as top-level terms. */
function sortParentsFirst(terms: readonly CatalogTerm[]): CatalogTerm[] {
  const known = new Set(terms.map((term) => term.id));
  const children = groupTerms(terms, (term) => (known.has(term.parentId) ? term.parentId : 0));
  const walk = (parent: number): CatalogTerm[] =>
    (children.get(parent) ?? []).flatMap((term) => [term, ...walk(term.id)]);
  return walk(0);
}

function groupTerms<K>(terms: readonly CatalogTerm[], keyOf: (term: CatalogTerm) => K): Map<K, CatalogTerm[]> {
  const groups = new Map<K, CatalogTerm[]>();
  for (const term of terms) {
    const group = groups.get(keyOf(term));
    if (group) group.push(term);
    else groups.set(keyOf(term), [term]);
  }
  return groups;
}

/** A term of a variation, with its name. */
export interface VariationTerm {
  readonly variationId: number;
  readonly termId: number;
  readonly name: string;
}

/** Returns the names of variations, which consist of their terms: `Biały, 30 cm`. */
export function variationNames(terms: readonly VariationTerm[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { variationId, name } of terms)
    names.set(variationId, names.has(variationId) ? `${names.get(variationId)}, ${name}` : name);
  return names;
}

/** Returns a category with its ancestors, top-level category first. */
export function categoryPath(id: number, terms: readonly CatalogTerm[]): readonly CatalogTerm[] {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const path: CatalogTerm[] = [];
  for (let ancestor = byId.get(id); ancestor && !path.includes(ancestor); ancestor = byId.get(ancestor.parentId))
    path.unshift(ancestor);
  return path;
}

/** Returns the IDs of a category and its descendants. */
export function categoryWithDescendants(id: number, terms: readonly CatalogTerm[]): number[] {
  const found = [id];
  for (let index = 0; index < found.length; index++)
    found.push(
      ...terms.filter((term) => term.parentId === found[index] && !found.includes(term.id)).map((term) => term.id),
    );
  return found;
}
