import { andThen, type MaybePromise, type PluginScope } from 'plinth';
import { shownRows } from '../change-feed/visible-rows.js';
import type { CatalogueTerm } from '../contract/index.js';
import type { TermVersion } from '../change-feed/term-version.js';

export interface TermStore {
  /** Parents before children; siblings in the owner's order, then by name. */
  all(taxonomy?: string): MaybePromise<readonly CatalogueTerm[]>;
  byId(): MaybePromise<ReadonlyMap<number, CatalogueTerm>>;
  /** Ids of each product's categories, ancestors included. */
  categoriesOf(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
  /** The attribute terms of variations, in the order of the attributes. */
  variationTerms(variationIds: readonly number[]): MaybePromise<readonly VariationTerm[]>;
}

/** Terms as they were at one version. */
interface Kept {
  readonly version: number;
  readonly all: readonly CatalogueTerm[];
  readonly byTaxonomy: ReadonlyMap<string, readonly CatalogueTerm[]>;
  readonly byId: ReadonlyMap<number, CatalogueTerm>;
}

export function createTermStore(
  { db, remember }: Pick<PluginScope, 'db' | 'remember'>,
  version: Pick<TermVersion, 'now'>,
): TermStore {
  // Every page of the shop wants all categories, and they hardly ever change.
  let kept: Kept | undefined;

  const current = (): MaybePromise<Kept> =>
    andThen(version.now(), (now) => (kept?.version === now ? kept : storeTerms(now)));

  async function storeTerms(now: number): Promise<Kept> {
    const read = await readTerms(now);
    // What an open transaction sees may never come true.
    await db.afterCommit(() => {
      kept = read;
    });
    return read;
  }

  async function readTerms(now: number): Promise<Kept> {
    const rows = await db()('store_terms')
      .orderBy(['taxonomy', 'position', 'name', 'id'])
      .select('id', 'taxonomy', 'slug', 'name', 'parent_id', 'position', 'swatch');
    const all = parentsFirst(rows.map(({ parent_id, ...row }) => ({ ...row, parentId: parent_id })));
    return {
      version: now,
      all,
      byTaxonomy: grouped(all, (term) => term.taxonomy),
      byId: new Map(all.map((term) => [term.id, term])),
    };
  }

  const all = (taxonomy?: string): MaybePromise<readonly CatalogueTerm[]> =>
    andThen(current(), (terms) => (taxonomy === undefined ? terms.all : (terms.byTaxonomy.get(taxonomy) ?? [])));

  return {
    all,
    byId: () => andThen(current(), (terms) => terms.byId),
    async categoriesOf(productIds) {
      if (productIds.length === 0) return new Map();
      const parents = new Map((await all('product_cat')).map((term) => [term.id, term.parentId]));
      const rows = await shownRows({ remember }, 'links', productIds, () =>
        db()('store_product_terms')
          .whereIn('product_id', productIds)
          .orderBy(['product_id', 'position', 'term_id'])
          .select('product_id', 'term_id'),
      );
      const found = new Map<number, Set<number>>();
      for (const { product_id, term_id } of rows) {
        const line = found.get(product_id) ?? new Set<number>();
        found.set(product_id, line);
        for (let id = parents.has(term_id) ? term_id : 0; id > 0 && !line.has(id); id = parents.get(id) ?? 0)
          line.add(id);
      }
      return new Map([...found].map(([id, terms]) => [id, [...terms]]));
    },
    variationTerms(variationIds) {
      if (variationIds.length === 0) return [];
      const rows = shownRows({ remember }, 'version-terms', variationIds, () =>
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
      return andThen(rows, (all) =>
        all.map((row) => ({ variationId: row.variation_id, termId: row.term_id, name: row.name })),
      );
    },
  };
}

/** Depth first; a term whose parent is gone stands at the top. */
function parentsFirst(terms: readonly CatalogueTerm[]): CatalogueTerm[] {
  const known = new Set(terms.map((term) => term.id));
  const children = grouped(terms, (term) => (known.has(term.parentId) ? term.parentId : 0));
  const walk = (parent: number): CatalogueTerm[] =>
    (children.get(parent) ?? []).flatMap((term) => [term, ...walk(term.id)]);
  return walk(0);
}

function grouped<K>(terms: readonly CatalogueTerm[], keyOf: (term: CatalogueTerm) => K): Map<K, CatalogueTerm[]> {
  const groups = new Map<K, CatalogueTerm[]>();
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

/** What tells variations apart: `Biały, 30 cm`. */
export function variationNames(terms: readonly VariationTerm[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { variationId, name } of terms)
    names.set(variationId, names.has(variationId) ? `${names.get(variationId)}, ${name}` : name);
  return names;
}

/** A category with those above it, the topmost first. */
export function pathTo(id: number, terms: readonly CatalogueTerm[]): readonly CatalogueTerm[] {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const path: CatalogueTerm[] = [];
  for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parentId)) path.unshift(at);
  return path;
}

/** A category and everything below it. */
export function below(id: number, terms: readonly CatalogueTerm[]): number[] {
  const found = [id];
  for (let at = 0; at < found.length; at++)
    found.push(
      ...terms.filter((term) => term.parentId === found[at] && !found.includes(term.id)).map((term) => term.id),
    );
  return found;
}
