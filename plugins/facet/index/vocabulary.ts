import type { Catalog, ProductField, Taxonomy, Term } from './catalog.js';
import { nameOrder } from './name-order.js';

/** The taxonomies, terms and product fields that products are filtered by. */
export interface Vocabulary {
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  readonly terms: ReadonlyMap<number, Term>;
  readonly fields: ReadonlyMap<string, ProductField>;
  /** Returns the term and its ancestors; only the term itself if the taxonomy is not hierarchical. */
  lineage(termId: number): readonly Term[];
  /**
   * Returns the terms that a slug in a URL refers to, whether as stored, as readable, or as typed; several if a slug
   * was used twice. An earlier slug refers to its term unless another one has it now.
   */
  bySlug(taxonomy: string, slug: string): readonly Term[];
  /** Returns all terms of a taxonomy, in the owner's order. */
  termsOf(taxonomy: string): readonly Term[];
}

export async function readVocabulary(catalog: Catalog): Promise<Vocabulary> {
  const [taxonomies, terms, fields] = [await catalog.taxonomies(), await catalog.terms(), await catalog.fields()];
  return createVocabulary(taxonomies, terms, fields);
}

function createVocabulary(
  taxonomies: readonly Taxonomy[],
  terms: readonly Term[],
  fields: readonly ProductField[],
): Vocabulary {
  const byName = new Map(taxonomies.map((taxonomy) => [taxonomy.name, taxonomy]));
  const byId = new Map(terms.map((term) => [term.id, term]));
  const termsBySlug = new Map<string, Term[]>();
  const termsByTaxonomy = new Map<string, Term[]>();
  const compareNames = nameOrder('');
  for (const term of terms) {
    for (const spelling of new Set([term.slug, normalizeSlug(term.slug)]))
      addToList(termsBySlug, `${term.taxonomy}/${spelling}`, term);
    addToList(termsByTaxonomy, term.taxonomy, term);
  }
  const termsByFormerSlug = new Map<string, Term[]>();
  for (const term of terms)
    for (const slug of term.formerSlugs ?? [])
      addToList(termsByFormerSlug, `${term.taxonomy}/${normalizeSlug(slug)}`, term);
  for (const list of termsByTaxonomy.values())
    list.sort((a, b) => a.position - b.position || compareNames(a.name, b.name) || a.id - b.id);
  const lineages = new Map<number, readonly Term[]>();

  function lineage(termId: number): readonly Term[] {
    const known = lineages.get(termId);
    if (known) return known;
    const ancestry: Term[] = [];
    let term = byId.get(termId);
    const isHierarchical = term !== undefined && (byName.get(term.taxonomy)?.hierarchical ?? false);
    // A cycle of parents, which a broken import may leave, ends where it closes.
    while (term && !ancestry.includes(term)) {
      ancestry.push(term);
      term = isHierarchical ? byId.get(term.parentId) : undefined;
    }
    lineages.set(termId, ancestry);
    return ancestry;
  }

  return {
    taxonomies: byName,
    terms: byId,
    fields: new Map(fields.map((field) => [field.key, field])),
    lineage,
    bySlug: (taxonomy, slug) =>
      termsBySlug.get(`${taxonomy}/${slug}`) ??
      termsBySlug.get(`${taxonomy}/${normalizeSlug(slug)}`) ??
      termsByFormerSlug.get(`${taxonomy}/${normalizeSlug(slug)}`) ??
      [],
    termsOf: (taxonomy) => termsByTaxonomy.get(taxonomy) ?? [],
  };
}

/**
 * Returns the readable form of a slug; non-Latin letters are stored percent-encoded, `%d0%ba`. A slug cut in the middle
 * of a character is returned unchanged.
 */
export function readableSlug(slug: string): string {
  if (!slug.includes('%')) return slug;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Returns the normalized form of a slug, which is the same for all its spellings. */
const normalizeSlug = (slug: string): string => readableSlug(slug).normalize('NFC').toLowerCase();

function addToList(map: Map<string, Term[]>, key: string, term: Term): void {
  const list = map.get(key);
  if (list) list.push(term);
  else map.set(key, [term]);
}

/**
 * Returns the terms whose products need an update: renamed, moved or deleted ones; new terms have no effect.
 * @returns undefined if more than terms changed, so that every product may need an update
 */
export function changedTerms(before: Vocabulary, after: Vocabulary): readonly Term[] | undefined {
  for (const [name, old] of before.taxonomies)
    if (after.taxonomies.get(name)?.hierarchical !== old.hierarchical) return undefined;
  for (const [key, old] of before.fields) {
    const current = after.fields.get(key);
    if (current?.type !== old.type || current.format !== old.format) return undefined;
  }
  return [...before.terms.values()].filter((old) => {
    const current = after.terms.get(old.id);
    return (
      !current || current.parentId !== old.parentId || current.name !== old.name || current.taxonomy !== old.taxonomy
    );
  });
}

/** Returns a vocabulary with the names of taxonomies and fields in the language of the current request. */
export interface LocalNames {
  (vocabulary: Vocabulary): Promise<Vocabulary>;
}

/**
 * Reads names once per language and vocabulary, since the index itself was built in the language of the first request.
 */
export function createLocalNames(catalog: () => Catalog, locale: () => string): LocalNames {
  const cache = new WeakMap<Vocabulary, Map<string, Promise<Vocabulary>>>();

  async function read(vocabulary: Vocabulary): Promise<Vocabulary> {
    const [taxonomies, fields] = [await catalog().taxonomies(), await catalog().fields()];
    const labels = new Map(taxonomies.map(({ name, label }) => [name, label]));
    const fieldsByKey = new Map(fields.map((field) => [field.key, field]));
    return {
      ...vocabulary,
      taxonomies: new Map(
        [...vocabulary.taxonomies].map(([name, taxonomy]) => [
          name,
          { ...taxonomy, label: labels.get(name) ?? taxonomy.label },
        ]),
      ),
      fields: new Map(
        [...vocabulary.fields].map(([key, field]) => {
          const { label, choices, unit } = fieldsByKey.get(key) ?? field;
          return [key, { ...field, label, ...(choices ? { choices } : {}), ...(unit ? { unit } : {}) }];
        }),
      ),
    };
  }

  return (vocabulary) => {
    const languages = cache.get(vocabulary) ?? new Map<string, Promise<Vocabulary>>();
    cache.set(vocabulary, languages);
    const language = locale();
    let names = languages.get(language);
    if (!names) {
      names = read(vocabulary);
      names.catch(() => languages.delete(language));
      languages.set(language, names);
    }
    return names;
  };
}
