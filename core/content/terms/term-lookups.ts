import { isWpError, type Term, type TermsApi } from '../../api/index.js';

type TermLookups = Pick<
  TermsApi,
  'hasTerm' | 'wpGetPostCategories' | 'wpGetPostTags' | 'termIsAncestorOf' | 'getTermAncestors'
>;

/** Creates further functions that look up terms. */
export function createTermLookups({
  getTerm,
  isObjectInTerm,
  wpGetObjectTerms,
}: Pick<TermsApi, 'getTerm' | 'isObjectInTerm' | 'wpGetObjectTerms'>): TermLookups {
  const termsOrEmpty = async (id: number, taxonomy: string): Promise<Term[]> => {
    const terms = await wpGetObjectTerms(id, taxonomy);
    return isWpError(terms) ? [] : terms;
  };

  async function getTermAncestors(id: number, taxonomy: string): Promise<number[]> {
    const ancestors: number[] = [];
    let term = id > 0 ? await getTerm(id, taxonomy) : null;
    // Invalid data may contain a cycle, so a repeated term ends the loop.
    while (term && !isWpError(term) && term.parent > 0 && !ancestors.includes(term.parent)) {
      ancestors.push(term.parent);
      term = await getTerm(term.parent, taxonomy);
    }
    return ancestors;
  }

  return {
    getTermAncestors,
    async hasTerm(term, taxonomy, postId) {
      const terms = [term].flat().filter((name) => name !== '');
      return (await isObjectInTerm(postId, taxonomy, terms)) === true;
    },
    wpGetPostCategories: async (postId) => (await termsOrEmpty(postId, 'category')).map((term) => term.term_id),
    wpGetPostTags: (postId) => termsOrEmpty(postId, 'post_tag'),
    termIsAncestorOf: async (ancestor, descendant, taxonomy) =>
      (await getTermAncestors(descendant, taxonomy)).includes(ancestor),
  };
}
