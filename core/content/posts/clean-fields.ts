import { currentContext } from '../../context/index.js';
import { removeNulFromFields } from '../../formatting/text/without-nul.js';
import type { Formatting, HookApi, PostInput, RolesApi } from '../../api/index.js';

/** The text fields of a post, with the part of the filter name for saving them. */
const TEXT_FIELDS = { post_content: 'content', post_title: 'title', post_excerpt: 'excerpt' } as const;

/** Default values of a post (`wp_insert_post`). */
const POST_DEFAULTS: PostInput = {
  post_content: '',
  post_title: '',
  post_excerpt: '',
  post_status: 'draft',
  post_type: 'post',
};

/**
 * Registers WordPress's filters for saving texts. Titles are trimmed, and unsafe HTML is removed unless the user may
 * post unfiltered HTML (`kses_init`). Code that runs outside a request belongs to core and is trusted.
 */
export function registerSaveFilters(
  hooks: HookApi,
  formatting: Formatting,
  roles: Pick<RolesApi, 'currentUserCan'>,
): void {
  const unlessUnfilteredHtml =
    (clean: (text: string) => string) =>
    async (text: string): Promise<string> =>
      currentContext() === undefined || (await roles.currentUserCan('unfiltered_html')) ? text : clean(text);
  hooks.addFilter('title_save_pre', (title: string) => title.trim());
  hooks.addFilter(
    'title_save_pre',
    unlessUnfilteredHtml((text) => formatting.wpKsesData(text)),
  );
  hooks.addFilter(
    'content_save_pre',
    unlessUnfilteredHtml((text) => formatting.wpKsesPost(text)),
  );
  hooks.addFilter(
    'excerpt_save_pre',
    unlessUnfilteredHtml((text) => formatting.wpKsesPost(text)),
  );
}

/** Applies the filters for saving to the input (`sanitize_post` in the context `db`). */
export async function sanitizeFields(hooks: HookApi, input: PostInput): Promise<PostInput> {
  const clean: PostInput = { ...POST_DEFAULTS, ...removeNulFromFields(input) };
  for (const [field, short] of Object.entries(TEXT_FIELDS) as [keyof typeof TEXT_FIELDS, string][]) {
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
