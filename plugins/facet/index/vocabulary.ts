import type { Catalogue, ProductField, Taxonomy, Term } from './catalogue.js';

/** The names of everything that products are filtered by. */
export interface Vocabulary {
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  readonly terms: ReadonlyMap<number, Term>;
  readonly fields: ReadonlyMap<string, ProductField>;
  /** The term and its parents up to the top; only itself where the taxonomy has no tree. */
  lineage(termId: number): readonly Term[];
  /** The terms that an address names; several when a slug was given twice. */
  bySlug(taxonomy: string, slug: string): readonly Term[];
  /** All terms of a taxonomy, in the owner's order. */
  termsOf(taxonomy: string): readonly Term[];
}

export async function readVocabulary(catalogue: Catalogue): Promise<Vocabulary> {
  const [taxonomies, terms, fields] = [await catalogue.taxonomies(), await catalogue.terms(), await catalogue.fields()];
  return createVocabulary(taxonomies, terms, fields);
}

function createVocabulary(taxonomies: readonly Taxonomy[], terms: readonly Term[], fields: readonly ProductField[]): Vocabulary {
  const byName = new Map(taxonomies.map((taxonomy) => [taxonomy.name, taxonomy]));
  const byId = new Map(terms.map((term) => [term.id, term]));
  const slugs = new Map<string, Term[]>();
  const lists = new Map<string, Term[]>();
  for (const term of terms) {
    push(slugs, `${term.taxonomy}/${term.slug}`, term);
    push(lists, term.taxonomy, term);
  }
  for (const list of lists.values()) list.sort((a, b) => a.position - b.position || a.name.localeCompare(b.name) || a.id - b.id);
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
    bySlug: (taxonomy, slug) => slugs.get(`${taxonomy}/${slug}`) ?? [],
    termsOf: (taxonomy) => lists.get(taxonomy) ?? [],
  };
}

function push(map: Map<string, Term[]>, key: string, term: Term): void {
  const list = map.get(key);
  if (list) list.push(term);
  else map.set(key, [term]);
}

/** Whether products indexed with the one are wrong under the other; new terms alone are not. */
export function changesProducts(before: Vocabulary, after: Vocabulary): boolean {
  for (const [id, old] of before.terms) {
    const now = after.terms.get(id);
    if (!now || now.parentId !== old.parentId || now.name !== old.name || now.taxonomy !== old.taxonomy) return true;
  }
  for (const [name, old] of before.taxonomies) if (after.taxonomies.get(name)?.hierarchical !== old.hierarchical) return true;
  for (const [key, old] of before.fields) if (after.fields.get(key)?.type !== old.type) return true;
  return false;
}
