import type { ExcerptSource, HookApi } from '../api/index.js';
import type { BlocksApi } from '../api/blocks.js';
import type { Formatting } from '../api/formatting.js';
import type { ShortcodesApi } from '../api/shortcodes.js';
import { splitAtMore } from './posts/more.js';
import { splitPages } from './posts/setup-postdata.js';
import type { TheContent } from './the-content.js';

interface ExcerptOptions {
  hooks: HookApi;
  formatting: Pick<Formatting, 'wpTrimWords'>;
  shortcodes: Pick<ShortcodesApi, 'stripShortcodes'>;
  blocks: Pick<BlocksApi, 'excerptRemoveBlocks'>;
  content: Pick<TheContent, 'forExcerpt'>;
  /** Translates a text into the language of the page. */
  translate?(text: string): string;
}

/** Returns the part of the first page before `<!--more-->`. */
function getTeaser(content: string): string {
  const page = splitPages(content)[0] ?? '';
  return splitAtMore(page)?.teaser ?? page;
}

/**
 * Creates the function that returns the excerpt of a post (`get_the_excerpt`): the one the author wrote, or the first
 * words of the content (`wp_trim_excerpt`).
 * @since 0.1.0
 */
export function createTheExcerpt(options: ExcerptOptions): (post: ExcerptSource) => Promise<string> {
  const { hooks, formatting, shortcodes, blocks, content, translate = (text) => text } = options;
  const fromContent = async (post: ExcerptSource): Promise<string> => {
    const withoutShortcodes = shortcodes.stripShortcodes(getTeaser(post.post_content));
    const renderedBlocks = await blocks.excerptRemoveBlocks(withoutShortcodes);
    const text = await content.forExcerpt(renderedBlocks, { postId: post.id, postType: post.post_type });
    const length = hooks.applyFiltersSync('excerpt_length', 55);
    const more = hooks.applyFiltersSync('excerpt_more', ' [&hellip;]');
    return formatting.wpTrimWords(text.replaceAll(']]>', ']]&gt;'), length, more);
  };
  // As in WordPress, this is a callback of the filter, so that plugins can run before it and provide an excerpt, or
  // after it and change the result.
  hooks.addFilter(
    'get_the_excerpt',
    async (authorExcerpt: string, post: ExcerptSource) => {
      const text = await (authorExcerpt.trim() === '' ? fromContent(post) : authorExcerpt);
      return hooks.applyFilters('wp_trim_excerpt', text, authorExcerpt);
    },
    10,
    2,
  );

  return async (post) =>
    post.passwordRequired === true
      ? translate('There is no excerpt because this is a protected post.')
      : hooks.applyFilters('get_the_excerpt', post.post_excerpt, post);
}
