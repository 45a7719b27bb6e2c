import type { Vocabulary } from '../index/vocabulary.js';

/** A list of the shop: the whole shop, or that of a term. */
export interface ListLocation {
  /** A category, brand, tag or attribute value; 0 for the whole shop. */
  readonly termId: number;
}

const TAXONOMY_PATHS: Readonly<Record<string, string>> = {
  product_cat: 'product-category',
  product_brand: 'brand',
  product_tag: 'product-tag',
};
const ATTRIBUTE_PREFIX = 'pa_';
export const SHOP_PATH = '/shop/';

type Names = Pick<Vocabulary, 'terms' | 'taxonomies' | 'bySlug'>;

/** Returns the path of a list in the store; undefined if its term no longer exists. */
export function pathOfList({ termId }: ListLocation, { terms }: Names): string | undefined {
  if (termId === 0) return SHOP_PATH;
  const term = terms.get(termId);
  if (!term) return undefined;
  const folder =
    TAXONOMY_PATHS[term.taxonomy] ??
    (term.taxonomy.startsWith(ATTRIBUTE_PREFIX)
      ? `attribute/${term.taxonomy.slice(ATTRIBUTE_PREFIX.length)}`
      : undefined);
  return folder && `/${folder}/${term.slug}/`;
}

/**
 * Returns the list at a path; undefined for any other page.
 * @param path percent-encoded or decoded
 */
export function listAtPath(path: string, { taxonomies, bySlug }: Names): ListLocation | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart);
  if (parts.length === 1 && `/${parts[0]}/` === SHOP_PATH) return { termId: 0 };
  const slug = parts.pop();
  const taxonomy = [...taxonomies.keys()].find(
    (name) =>
      (TAXONOMY_PATHS[name] ??
        (name.startsWith(ATTRIBUTE_PREFIX) ? `attribute/${name.slice(ATTRIBUTE_PREFIX.length)}` : '')) ===
      parts.join('/'),
  );
  const term =
    slug !== undefined && taxonomy !== undefined && parts.length > 0 ? bySlug(taxonomy, slug).at(0) : undefined;
  return term && { termId: term.id };
}

/**
 * Returns the name of a list; empty if its term no longer exists.
 * @param shop the name of the whole shop
 */
export function nameOfList({ termId }: ListLocation, { terms, taxonomies }: Names, shop: string): string {
  if (termId === 0) return shop;
  const term = terms.get(termId);
  if (!term) return '';
  return term.taxonomy.startsWith(ATTRIBUTE_PREFIX)
    ? `${taxonomies.get(term.taxonomy)?.label ?? ''}: ${term.name}`
    : term.name;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
