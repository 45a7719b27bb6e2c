import {
  type ContentTypesApi,
  type HookApi,
  isWpError,
  type Post,
  type Term,
  type TermQuery,
  type TermsApi,
  type WpError,
} from '../../api/index.js';
import { currentDependencies, reuse, type TrackedDependencies } from '../../cache/index.js';
import { currentContext } from '../../context/index.js';

/** Term lookups for pages that show several posts. */
export interface PostTerms extends Pick<TermsApi, 'getTheTerms'> {
  /**
   * Preloads the terms of posts that are about to be shown, with one query per post type (WordPress:
   * update_object_term_cache).
   */
  primePostTerms(posts: readonly Post[]): Promise<void>;
  /** Returns the results of a query without the `get_terms` filter (WordPress: WP_Term_Query). */
  findTerms(query: TermQuery): Promise<Term[] | WpError>;
}

interface PostTermsDeps {
  hooks: HookApi;
  types: Pick<ContentTypesApi, 'getObjectTaxonomies'>;
  query(termQuery: TermQuery): Promise<Term[] | WpError>;
  find(termQuery: TermQuery): Promise<Term[] | WpError>;
  wpGetObjectTerms(ids: number, taxonomy: string): Promise<Term[] | WpError>;
}

/** Terms of a post by taxonomy, with the table versions from which they were read. */
interface PrimedTerms {
  readonly byTaxonomy: ReadonlyMap<string, Term[]>;
  readonly dependencies: TrackedDependencies;
}

/** Preloaded terms by post ID, for the duration of a request. */
type TermsByPost = Map<number, PrimedTerms>;

const MEMO_KEY = 'post_terms';
/** Actions after which the preloaded terms are discarded. */
const CHANGE_HOOKS = ['set_object_terms', 'deleted_term_relationships', 'created_term', 'edited_term', 'delete_term'];

export function createPostTerms({ hooks, types, query, find, wpGetObjectTerms }: PostTermsDeps): PostTerms {
  for (const change of CHANGE_HOOKS) hooks.addAction(change, () => void currentContext()?.memo.delete(MEMO_KEY), 1, 0);

  async function primePostTerms(posts: readonly Post[]): Promise<void> {
    const memo = currentContext()?.memo;
    if (!memo || posts.length === 0) return;
    const primed = (memo.get(MEMO_KEY) as TermsByPost | undefined) ?? (new Map() as TermsByPost);
    memo.set(MEMO_KEY, primed);
    for (const type of new Set(posts.map(({ post_type }) => post_type))) {
      const taxonomies = types.getObjectTaxonomies(type).map(({ name }) => name);
      const ids = posts.filter((post) => post.post_type === type && !primed.has(post.id)).map(({ id }) => id);
      if (taxonomies.length === 0 || ids.length === 0) continue;
      const terms = await query({
        taxonomy: taxonomies,
        object_ids: ids,
        fields: 'all_with_object_id',
        hide_empty: false,
      });
      if (isWpError(terms)) continue;
      const dependencies = currentDependencies();
      for (const id of ids) primed.set(id, { byTaxonomy: new Map(taxonomies.map((name) => [name, []])), dependencies });
      for (const { object_id, ...term } of terms)
        if (object_id !== undefined) primed.get(object_id)?.byTaxonomy.get(term.taxonomy)?.push(term);
    }
  }

  async function getTheTerms(postId: number, taxonomy: string): Promise<Term[] | false | WpError> {
    const primed = (currentContext()?.memo.get(MEMO_KEY) as TermsByPost | undefined)?.get(postId);
    const primedTerms = primed?.byTaxonomy.get(taxonomy);
    if (primed && primedTerms) reuse(primed.dependencies);
    const terms = primedTerms ? [...primedTerms] : await wpGetObjectTerms(postId, taxonomy);
    if (isWpError(terms)) return terms;
    const filtered = await hooks.applyFilters<Term[]>('get_the_terms', terms, postId, taxonomy);
    return filtered.length === 0 ? false : filtered;
  }

  return { primePostTerms, getTheTerms, findTerms: find };
}
