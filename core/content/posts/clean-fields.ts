import { currentContext } from '../../context/index.js';
import { fieldsWithoutNul } from '../../formatting/text/without-nul.js';
import type { Formatting, HookApi, PostInput, RolesApi } from '../../api/index.js';

/** The texts of a post and the filter each passes on its way into the database. */
const TEXTS = { post_content: 'content', post_title: 'title', post_excerpt: 'excerpt' } as const;

/** What a post is of which nobody says more (`wp_insert_post`). */
const NOTHING_SAID: PostInput = {
  post_content: '',
  post_title: '',
  post_excerpt: '',
  post_status: 'draft',
  post_type: 'post',
};

/**
 * Registers what WordPress does to texts on saving: titles are trimmed, and whoever may not write any HTML
 * has what may do harm taken out (`kses_init`). Work that no request started is the host's own and trusted.
 */
export function registerSaveFilters(
  hooks: HookApi,
  formatting: Formatting,
  roles: Pick<RolesApi, 'currentUserCan'>,
): void {
  const guarded =
    (clean: (text: string) => string) =>
    async (text: string): Promise<string> =>
      currentContext() === undefined || (await roles.currentUserCan('unfiltered_html')) ? text : clean(text);
  hooks.addFilter('title_save_pre', (title: string) => title.trim());
  hooks.addFilter(
    'title_save_pre',
    guarded((text) => formatting.wpKsesData(text)),
  );
  hooks.addFilter(
    'content_save_pre',
    guarded((text) => formatting.wpKsesPost(text)),
  );
  hooks.addFilter(
    'excerpt_save_pre',
    guarded((text) => formatting.wpKsesPost(text)),
  );
}

/** Sends what was given through the filters for saving (`sanitize_post` in the context `db`). */
export async function cleanFields(hooks: HookApi, input: PostInput): Promise<PostInput> {
  const clean: PostInput = { ...NOTHING_SAID, ...fieldsWithoutNul(input) };
  for (const [field, short] of Object.entries(TEXTS) as [keyof typeof TEXTS, string][]) {
    if (clean[field] === undefined) continue;
    const value = await hooks.applyFilters(`pre_${field}`, String(clean[field] ?? ''));
    clean[field] = await hooks.applyFilters(`${short}_save_pre`, value);
  }
  for (const field of ['post_status', 'post_type', 'post_name'] as const) {
    if (clean[field] === undefined) continue;
    clean[field] = await hooks.applyFilters(
      `${field.replace('post_', '')}_save_pre`,
      await hooks.applyFilters(`pre_${field}`, clean[field]),
    );
  }
  for (const field of ['comment_status', 'ping_status'] as const) {
    if (clean[field] === undefined) continue;
    clean[field] = await hooks.applyFilters(
      `${field}_pre`,
      await hooks.applyFilters(`pre_post_${field}`, clean[field]),
    );
  }
  return clean;
}
