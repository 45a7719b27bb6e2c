import type { ExcerptSource, HookApi } from '../api/index.js';
import type { BlocksApi } from '../api/blocks.js';
import type { Formatting } from '../api/formatting.js';
import type { ShortcodesApi } from '../api/shortcodes.js';
import { dividedAtMore } from './posts/more.js';
import { pagesOf } from './posts/setup-postdata.js';
import type { TheContent } from './the-content.js';

interface ExcerptOptions {
  hooks: HookApi;
  formatting: Pick<Formatting, 'wpTrimWords'>;
  shortcodes: Pick<ShortcodesApi, 'stripShortcodes'>;
  blocks: Pick<BlocksApi, 'excerptRemoveBlocks'>;
  content: Pick<TheContent, 'forExcerpt'>;
  /** Translates a text into the user's language. */
  translate?(text: string): string;
}

/** Returns the part of a text before `<!--more-->` on its first page. */
function teaser(content: string): string {
  const page = pagesOf(content)[0] ?? '';
  return dividedAtMore(page)?.teaser ?? page;
}

/**
 * Creates the function that returns a post's excerpt (`get_the_excerpt`): its own, or the first words of its text
 * (`wp_trim_excerpt`).
 * @since 0.1.0
 */
export function createTheExcerpt(options: ExcerptOptions): (post: ExcerptSource) => Promise<string> {
  const { hooks, formatting, shortcodes, blocks, content, translate = (text) => text } = options;
  const fromContent = async (post: ExcerptSource): Promise<string> => {
    const stripped = shortcodes.stripShortcodes(teaser(post.post_content));
    const plain = await blocks.excerptRemoveBlocks(stripped);
    const text = await content.forExcerpt(plain, { postId: post.id, postType: post.post_type });
    const length = hooks.applyFiltersSync('excerpt_length', 55);
    const more = hooks.applyFiltersSync('excerpt_more', ' [&hellip;]');
    return formatting.wpTrimWords(text.replaceAll(']]>', ']]&gt;'), length, more);
  };
  // As in WordPress, this is one of the filter's callbacks, so that a plugin may provide its own text before it, or
  // change the result after it.
  hooks.addFilter(
    'get_the_excerpt',
    async (own: string, post: ExcerptSource) => {
      const text = await (own.trim() === '' ? fromContent(post) : own);
      return hooks.applyFilters('wp_trim_excerpt', text, own);
    },
    10,
    2,
  );

  return async (post) =>
    post.passwordRequired === true
      ? translate('There is no excerpt because this is a protected post.')
      : hooks.applyFilters('get_the_excerpt', post.post_excerpt, post);
}
