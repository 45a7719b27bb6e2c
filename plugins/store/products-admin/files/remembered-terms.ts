import type { TaxonomyWriter } from '../../taxonomies/taxonomy-writer.js';

type Ensured = Pick<TaxonomyWriter, 'ensureTerm' | 'ensureTaxonomy'>;

/** Asks for each term and taxonomy once. For one transaction: what it created is gone when it is taken back. */
export function rememberingTerms(taxonomies: Ensured): Ensured {
  const terms = new Map<string, number>();
  const names = new Set<string>();
  return {
    async ensureTaxonomy(input) {
      const key = JSON.stringify(input);
      if (names.has(key)) return;
      await taxonomies.ensureTaxonomy(input);
      names.add(key);
    },
    async ensureTerm(input) {
      const key = JSON.stringify([
        input.taxonomy,
        input.parentId,
        input.name,
        input.slug,
        input.position,
        input.swatch,
        input.description,
      ]);
      const known = terms.get(key) ?? (await taxonomies.ensureTerm(input));
      terms.set(key, known);
      return known;
    },
  };
}
