import { inSteps, type MaybePromise, type PluginScope, ready, type Steps } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { isListed } from '../products/tables.js';
import type { CatalogueTerm, ProductImage } from '../contract/index.js';
import type { ImageRow } from '../images/tables.js';
import { below } from '../taxonomies/term-store.js';

/** A category as a picture to go to it. */
export interface CategoryTile {
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
}

interface CategoryTilesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'homeUrl'>;
  readonly parts: Pick<CatalogueParts, 'terms' | 'images' | 'changes' | 'inTerms'>;
}

/** Looked at in each category before any of them is gone through. */
const OLDEST = 3;
const AT_ONCE = 500;
const IMAGE = { width: 600, height: 600 };

/** What a category shows of its products; null: it has none. */
type Sample = { readonly image: ImageRow | undefined } | null;

/** Finds the categories right below one, 0 for the top; each with its own picture or that of a product in it. Empty ones are left out. */
export type CategoryTiles = (parentId: number) => MaybePromise<CategoryTile[]>;

export function createCategoryTiles({ scope, parts }: CategoryTilesDeps): CategoryTiles {
  const { db, homeUrl } = scope;
  // Every page asks for those at the top; they stay true until a product changes.
  let samples = { sequence: -1, byTerm: new Map<number, Sample>() };

  /** Which of some products lists show; of so few as are looked at together, ascending. */
  async function listed(ids: readonly number[]): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const rows = await db()('store_products')
        .whereIn('id', ids.slice(at, at + AT_ONCE))
        .orderBy('id')
        .select('id', 'status', 'visibility', 'price');
      found.push(...rows.filter(isListed).map(({ id }) => id));
    }
    return found;
  }

  /** Looks through the products of one term, for a category that begins with many that are not listed. */
  async function walk(termId: number): Promise<number | undefined> {
    for (let after = 0; ;) {
      const ids = await parts.inTerms.next(termId, after, AT_ONCE);
      const [found] = ids.length > 0 ? await listed(ids) : [];
      if (found !== undefined || ids.length < AT_ONCE) return found;
      after = ids.at(-1) ?? after;
    }
  }

  /** What categories show, asked for all of them at once: each for itself, they would be most of what a page asks after a product has changed. */
  async function sampled(terms: readonly CatalogueTerm[], all: readonly CatalogueTerm[]): Promise<Map<number, Sample>> {
    const subtrees = new Map(terms.map(({ id }) => [id, below(id, all)]));
    const oldest = await parts.inTerms.oldest([...new Set([...subtrees.values()].flat())], OLDEST);
    const shown = new Set(await listed([...new Set([...oldest.values()].flat())]));
    const firsts = new Map<number, number>();
    for (const [id, termIds] of subtrees) {
      const ids = termIds.flatMap((one) => oldest.get(one) ?? []);
      let first = ids
        .filter((one) => shown.has(one))
        .sort((a, b) => a - b)
        .at(0);
      for (const one of ids.length > 0 ? termIds : []) first ??= await walk(one);
      if (first !== undefined) firsts.set(id, first);
    }
    const images = await parts.images.first([...new Set(firsts.values())]);
    return new Map(
      terms.map(({ id }) => {
        const first = firsts.get(id);
        return [id, first === undefined ? null : { image: images.get(first) }];
      }),
    );
  }

  function* tilesBelow(parentId: number): Steps<CategoryTile[]> {
    const sequence = yield* ready(parts.changes.last());
    if (samples.sequence !== sequence) samples = { sequence, byTerm: new Map() };
    const { byTerm } = samples;
    const all = yield* ready(parts.terms.all('product_cat'));
    const known = new Set(all.map((term) => term.id));
    const children = all.filter((term) => (known.has(term.parentId) ? term.parentId : 0) === parentId);
    const unknown = children.filter(({ id }) => !byTerm.has(id));
    if (unknown.length > 0) for (const [id, sample] of yield* ready(sampled(unknown, all))) byTerm.set(id, sample);
    return children.flatMap((term): CategoryTile[] => {
      const sample = byTerm.get(term.id);
      if (!sample) return [];
      const own =
        term.swatch !== '' && !term.swatch.startsWith('#')
          ? { url: parts.images.urlOf(term.swatch), alt: '', ...IMAGE }
          : null;
      return [
        {
          name: term.name,
          url: homeUrl(`/product-category/${term.slug}/`),
          image: own ?? (sample.image ? { ...parts.images.show(sample.image), alt: '' } : null),
        },
      ];
    });
  }

  return (parentId) => inSteps(() => tilesBelow(parentId));
}
