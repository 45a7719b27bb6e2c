import type { ContentRun, HookApi, Undo } from '../api/index.js';
import type { BlocksApi } from '../api/blocks.js';
import type { Formatting } from '../api/formatting.js';
import type { ShortcodesApi } from '../api/shortcodes.js';
import { currentContext } from '../context/index.js';
import { wpFilterContentTags } from '../formatting/html/content-tags.js';
import { replaceInMarkup } from '../formatting/html/html-tokens.js';
import { acceptAnyType, WS } from '../formatting/php/text.js';

const URL_PATTERN = `https?://[^${WS}<>"]+`;
const INLINE_SPACE = '[ \\t\\v\\f\\r]*';
const URL_LINE = new RegExp(`(?<![^\\n])${INLINE_SPACE}${URL_PATTERN}${INLINE_SPACE}(?![^\\n])`, 'gi');
const URL_PARAGRAPH = new RegExp(`<p(?: [^<>]*)?>[${WS}]*${URL_PATTERN}[${WS}]*</p>`, 'gi');
const LINE_BREAK = '<!-- wp-line-break -->';

/**
 * Replaces `&amp;` with `&` in a URL that is alone on its line or in its paragraph, because it may be an embed. This is
 * what `WP_Embed::autoembed` does with a URL that is not embedded.
 */
function unescapeLoneUrls(text: string): string {
  if (!text.includes('&amp;') || !/https?:\/\//i.test(text)) return text;
  const unescapeUrl = (url: string): string => url.replaceAll('&amp;', '&');
  return replaceInMarkup(text, '\n', LINE_BREAK)
    .replace(URL_LINE, unescapeUrl)
    .replace(URL_PARAGRAPH, unescapeUrl)
    .replaceAll(LINE_BREAK, '\n');
}

const RUN_KEY = 'content:run';

interface TheContentOptions {
  hooks: HookApi;
  formatting: Formatting;
  shortcodes: ShortcodesApi;
  blocks: BlocksApi;
  /** Returns the image functions for content; undefined if there are none. */
  images?(): {
    addSrcsetAndSizes(content: string): Promise<string>;
    loadingOf(width: number, height: number): { readonly loading?: 'lazy'; readonly fetchpriority?: 'high' };
  };
}

export interface TheContent {
  /** Returns content for display (`apply_filters('the_content', …)`). */
  theContent(content: string, context?: Record<string, unknown>): Promise<string>;
  /** Like `theContent`, for content whose blocks are already rendered and whose tags will be stripped. */
  forExcerpt(content: string, context?: Record<string, unknown>): Promise<string>;
  theTitle(title: string, postId?: number): Promise<string>;
  /** Removes all callbacks from the filters. */
  undo: Undo;
}

/**
 * Registers WordPress's own callbacks on `the_content`, `the_excerpt` and `the_title`, with WordPress's priorities.
 * @since 0.1.0
 */
export function createTheContent({ hooks, formatting: f, shortcodes, blocks, images }: TheContentOptions): TheContent {
  // If the filter is applied without a run, the request has one, so that visitors do not share state.
  const runOutsideRequests: ContentRun = {};
  const getRun = (passedRun: ContentRun | undefined): ContentRun => {
    if (passedRun) return passedRun;
    const memo = currentContext()?.memo;
    if (!memo) return runOutsideRequests;
    const storedRun = memo.get(RUN_KEY) as ContentRun | undefined;
    const run = storedRun ?? {};
    if (!storedRun) memo.set(RUN_KEY, run);
    return run;
  };
  const normalizeContent = (content: string, run?: ContentRun): string => {
    // Blocks are serialized again before they are rendered, which closes unclosed blocks.
    const stored =
      run?.excerpt === true || !content.includes('<!--')
        ? content
        : blocks.serializeBlocks(blocks.parseBlocks(content));
    return unescapeLoneUrls(stored);
  };
  const doBlocks = async (content: string, run?: ContentRun): Promise<string> => {
    if (run?.excerpt === true) return content;
    const hadBlocks = blocks.hasBlocks(content);
    const text = await blocks.doBlocks(content, run?.context);
    getRun(run).hadBlocks = hadBlocks;
    return text;
  };
  const applyAutop = (content: string, run?: ContentRun): string => {
    const state = getRun(run);
    const skip = state.hadBlocks === true;
    if (!run) state.hadBlocks = false;
    return skip ? content : f.wpautop(content);
  };
  const filterContentTags = async (content: string, run?: ContentRun): Promise<string> => {
    if (run?.excerpt === true) return content;
    const imageFunctions = images?.();
    return imageFunctions
      ? wpFilterContentTags(await imageFunctions.addSrcsetAndSizes(content), imageFunctions.loadingOf)
      : f.wpFilterContentTags(content);
  };
  const correctWordPressName = (text: string): string => f.capitalPDangit(text);

  const undos: Undo[] = [
    hooks.addFilter('the_content', acceptAnyType(normalizeContent), 8, 2),
    hooks.addFilter('the_content', doBlocks, 9, 2),
    hooks.addFilter('the_content', f.wptexturize),
    hooks.addFilter('the_content', applyAutop, 10, 2),
    hooks.addFilter('the_content', shortcodes.shortcodeUnautop),
    hooks.addFilter('the_content', correctWordPressName, 11),
    hooks.addFilter('the_content', (content: string) => shortcodes.doShortcode(content), 11),
    hooks.addFilter('the_content', filterContentTags, 12, 2),
    hooks.addFilter('the_content', f.convertSmilies, 20),
    hooks.addFilter('the_excerpt', f.wptexturize),
    hooks.addFilter('the_excerpt', f.convertSmilies),
    hooks.addFilter('the_excerpt', f.convertChars),
    hooks.addFilter('the_excerpt', (text: string) => f.wpautop(text)),
    hooks.addFilter('the_excerpt', shortcodes.shortcodeUnautop),
    hooks.addFilter('the_title', f.wptexturize),
    hooks.addFilter('the_title', f.convertChars),
    hooks.addFilter('the_title', (title: string) => title.trim()),
    hooks.addFilter('the_title', (title: string) => f.capitalPDangit(title, true), 11),
  ];
  const applyContentFilter = async (content: string, state: ContentRun): Promise<string> =>
    hooks.applyFilters('the_content', content, state);
  return {
    theContent: (content, context) => applyContentFilter(content, context ? { context } : {}),
    forExcerpt: (content, context) => applyContentFilter(content, { excerpt: true, ...(context ? { context } : {}) }),
    theTitle: async (title, postId) => hooks.applyFilters('the_title', title, postId),
    undo: () => undos.forEach((undo) => undo()),
  };
}
