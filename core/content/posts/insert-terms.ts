import { currentContext } from '../../context/index.js';
import type { Post, PostInput, TermsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';

interface InsertTermDeps extends Pick<ContentDeps, 'options' | 'types' | 'roles'> {
  terms: Pick<TermsApi, 'wpSetObjectTerms' | 'wpSetPostTerms' | 'getTheTerms'>;
}

/** Assigns terms when posts are saved (part of `wp_insert_post`). */
export function createInsertTerms({ options, types, roles, terms }: InsertTermDeps): {
  setTerms(id: number, input: PostInput, post: Omit<Post, 'id'>): Promise<void>;
  /**
   * Returns the current categories of a post, which it keeps if the input has none. They are assigned again, so that
   * the hooks for assigned terms fire.
   */
  categoriesOf(post: Post): Promise<number[]>;
} {
  async function setDefaultCategory(id: number): Promise<void> {
    const defaultCategory = Number(await options.getOption('default_category'));
    if (defaultCategory > 0) await terms.wpSetObjectTerms(id, [defaultCategory], 'category');
  }

  return {
    async setTerms(id, input, post) {
      const taxonomies = types.getObjectTaxonomies(post.post_type).map((taxonomy) => taxonomy.name);
      if (taxonomies.includes('category')) {
        const requested = [input.post_category ?? []].flat().filter((term) => term > 0);
        if (requested.length > 0) await terms.wpSetObjectTerms(id, requested, 'category');
        else if (post.post_type === 'post' && post.post_status !== 'auto-draft') await setDefaultCategory(id);
      }
      if (input.tags_input !== undefined && taxonomies.includes('post_tag'))
        await terms.wpSetPostTerms(id, input.tags_input, 'post_tag');
      for (const [taxonomy, requested] of Object.entries(input.tax_input ?? {})) {
        const taxonomyObject = types.getTaxonomy(taxonomy);
        if (
          taxonomyObject &&
          (currentContext() === undefined || (await roles.currentUserCan(taxonomyObject.cap.assign_terms)))
        )
          await terms.wpSetPostTerms(id, requested, taxonomy);
      }
    },

    async categoriesOf(post) {
      const filed =
        types.getObjectTaxonomies(post.post_type).some(({ name }) => name === 'category') &&
        (await terms.getTheTerms(post.id, 'category'));
      return Array.isArray(filed) ? filed.map(({ term_id: term }) => term) : [];
    },
  };
}
