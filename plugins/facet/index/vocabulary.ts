import type { Catalogue, ProductField, Taxonomy, Term } from './catalogue.js';

/** The names of everything that products are filtered by. */
export interface Vocabulary {
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  readonly terms: ReadonlyMap<number, Term>;
  readonly fields: ReadonlyMap<string, ProductField>;
  /** The term and its parents up to the top; only itself where the taxonomy has no tree. */
  lineage(termId: number): readonly Term[];
  /** The terms that an address names, by a slug as it is stored, as it is read, or as people type it; several when a slug was given twice. */
  bySlug(taxonomy: string, slug: string): readonly Term[];
  /** All terms of a taxonomy, in the owner's order. */
  termsOf(taxonomy: string): readonly Term[];
}

export async function readVocabulary(catalogue: Catalogue): Promise<Vocabulary> {
  const [taxonomies, terms, fields] = [await catalogue.taxonomies(), await catalogue.terms(), await catalogue.fields()];
  return createVocabulary(taxonomies, terms, fields);
}

function createVocabulary(
  taxonomies: readonly Taxonomy[],
  terms: readonly Term[],
  fields: readonly ProductField[],
): Vocabulary {
  const byName = new Map(taxonomies.map((taxonomy) => [taxonomy.name, taxonomy]));
  const byId = new Map(terms.map((term) => [term.id, term]));
  const slugs = new Map<string, Term[]>();
  const lists = new Map<string, Term[]>();
  for (const term of terms) {
    for (const spelling of new Set([term.slug, typedSlug(term.slug)]))
      push(slugs, `${term.taxonomy}/${spelling}`, term);
    push(lists, term.taxonomy, term);
  }
  for (const list of lists.values())
    list.sort((a, b) => a.position - b.position || a.name.localeCompare(b.name) || a.id - b.id);
  const lineages = new Map<number, readonly Term[]>();

  function lineage(termId: number): readonly Term[] {
    const known = lineages.get(termId);
    if (known) return known;
    const line: Term[] = [];
    let term = byId.get(termId);
    const climbs = term !== undefined && (byName.get(term.taxonomy)?.hierarchical ?? false);
    // A circle of parents, which a broken import may leave, ends where it closes.
    while (term && !line.includes(term)) {
      line.push(term);
      term = climbs ? byId.get(term.parentId) : undefined;
    }
    lineages.set(termId, line);
    return line;
  }

  return {
    taxonomies: byName,
    terms: byId,
    fields: new Map(fields.map((field) => [field.key, field])),
    lineage,
    bySlug: (taxonomy, slug) => slugs.get(`${taxonomy}/${slug}`) ?? slugs.get(`${taxonomy}/${typedSlug(slug)}`) ?? [],
    termsOf: (taxonomy) => lists.get(taxonomy) ?? [],
  };
}

/** A slug as people read it: letters that are not Latin are stored as their bytes, `%d0%ba`. One that is cut in the middle of a letter stays as it is. */
export function readableSlug(slug: string): string {
  if (!slug.includes('%')) return slug;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** What slugs have in common that people take for the same. */
const typedSlug = (slug: string): string => readableSlug(slug).normalize('NFC').toLowerCase();

function push(map: Map<string, Term[]>, key: string, term: Term): void {
  const list = map.get(key);
  if (list) list.push(term);
  else map.set(key, [term]);
}

/**
 * The terms whose products are wrong under the other names: renamed, moved or gone; new terms alone change nothing.
 * @returns undefined when more than terms changed, and every product may be wrong
 */
export function changedTerms(before: Vocabulary, after: Vocabulary): readonly Term[] | undefined {
  for (const [name, old] of before.taxonomies)
    if (after.taxonomies.get(name)?.hierarchical !== old.hierarchical) return undefined;
  for (const [key, old] of before.fields) if (after.fields.get(key)?.type !== old.type) return undefined;
  return [...before.terms.values()].filter((old) => {
    const now = after.terms.get(old.id);
    return !now || now.parentId !== old.parentId || now.name !== old.name || now.taxonomy !== old.taxonomy;
  });
}

/** A vocabulary whose taxonomies and fields are called what the language of the running request calls them. */
export interface LocalNames {
  (vocabulary: Vocabulary): Promise<Vocabulary>;
}

/** Names are read once for each language and vocabulary: the index itself was made in the language of whoever came first. */
export function createLocalNames(catalogue: () => Catalogue, locale: () => string): LocalNames {
  const known = new WeakMap<Vocabulary, Map<string, Promise<Vocabulary>>>();

  async function read(vocabulary: Vocabulary): Promise<Vocabulary> {
    const [taxonomies, fields] = [await catalogue().taxonomies(), await catalogue().fields()];
    const labels = new Map(taxonomies.map(({ name, label }) => [name, label]));
    const named = new Map(fields.map((field) => [field.key, field]));
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
          const { label, choices } = named.get(key) ?? field;
          return [key, { ...field, label, ...(choices ? { choices } : {}) }];
        }),
      ),
    };
  }

  return (vocabulary) => {
    const languages = known.get(vocabulary) ?? new Map<string, Promise<Vocabulary>>();
    known.set(vocabulary, languages);
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
