import type { ContentRun, HookApi, Undo } from '../api/index.js';
import type { BlocksApi } from '../api/blocks.js';
import type { Formatting } from '../api/formatting.js';
import type { ShortcodesApi } from '../api/shortcodes.js';
import { currentContext } from '../context/index.js';
import { wpFilterContentTags } from '../formatting/html/content-tags.js';
import { replaceInMarkup } from '../formatting/html/html-tokens.js';
import { ofText, WS } from '../formatting/php/text.js';

const ADDRESS = `https?://[^${WS}<>"]+`;
const INLINE = '[ \\t\\v\\f\\r]*';
const ON_ITS_LINE = new RegExp(`(?<![^\\n])${INLINE}${ADDRESS}${INLINE}(?![^\\n])`, 'gi');
const IN_ITS_PARAGRAPH = new RegExp(`<p(?: [^<>]*)?>[${WS}]*${ADDRESS}[${WS}]*</p>`, 'gi');
const LINE_BREAK = '<!-- wp-line-break -->';

/**
 * A URL alone on its line or in its paragraph may be an embed; in it `&amp;` means `&` (what `WP_Embed::autoembed`
 * leaves of a URL that is not embedded).
 */
function plainAddresses(text: string): string {
  if (!text.includes('&amp;') || !/https?:\/\//i.test(text)) return text;
  const plain = (address: string): string => address.replaceAll('&amp;', '&');
  return replaceInMarkup(text, '\n', LINE_BREAK)
    .replace(ON_ITS_LINE, plain)
    .replace(IN_ITS_PARAGRAPH, plain)
    .replaceAll(LINE_BREAK, '\n');
}

const RUN = 'content:run';

interface TheContentOptions {
  hooks: HookApi;
  formatting: Formatting;
  shortcodes: ShortcodesApi;
  blocks: BlocksApi;
  /** Image functions for texts; none when absent. */
  images?(): {
    addSrcsetAndSizes(content: string): Promise<string>;
    loadingOf(width: number, height: number): { readonly loading?: 'lazy'; readonly fetchpriority?: 'high' };
  };
}

export interface TheContent {
  /** Returns a text as displayed (`apply_filters('the_content', …)`). */
  theContent(content: string, context?: Record<string, unknown>): Promise<string>;
  /** Like `theContent`, for a text whose blocks are rendered and whose tags will be stripped. */
  forExcerpt(content: string, context?: Record<string, unknown>): Promise<string>;
  theTitle(title: string, postId?: number): Promise<string>;
  /** Removes all callbacks. */
  undo: Undo;
}

/**
 * Registers WordPress's own callbacks on `the_content`, `the_excerpt` and `the_title`, with WordPress's priorities.
 * @since 0.1.0
 */
export function createTheContent({ hooks, formatting: f, shortcodes, blocks, images }: TheContentOptions): TheContent {
  // If the filter is applied without a run, there is one per request, which no other visitor shares.
  const outsideOfRequests: ContentRun = {};
  const runOf = (passedRun: ContentRun | undefined): ContentRun => {
    if (passedRun) return passedRun;
    const memo = currentContext()?.memo;
    if (!memo) return outsideOfRequests;
    const known = memo.get(RUN) as ContentRun | undefined;
    const run = known ?? {};
    if (!known) memo.set(RUN, run);
    return run;
  };
  const asStored = (content: string, run?: ContentRun): string => {
    // Blocks are serialized again before rendering, which closes unclosed ones.
    const stored =
      run?.excerpt === true || !content.includes('<!--')
        ? content
        : blocks.serializeBlocks(blocks.parseBlocks(content));
    return plainAddresses(stored);
  };
  const doBlocks = async (content: string, run?: ContentRun): Promise<string> => {
    if (run?.excerpt === true) return content;
    const hadBlocks = blocks.hasBlocks(content);
    const text = await blocks.doBlocks(content, run?.context);
    runOf(run).hadBlocks = hadBlocks;
    return text;
  };
  const autop = (content: string, run?: ContentRun): string => {
    const state = runOf(run);
    const skip = state.hadBlocks === true;
    if (!run) state.hadBlocks = false;
    return skip ? content : f.wpautop(content);
  };
  const contentTags = async (content: string, run?: ContentRun): Promise<string> => {
    if (run?.excerpt === true) return content;
    const known = images?.();
    return known
      ? wpFilterContentTags(await known.addSrcsetAndSizes(content), known.loadingOf)
      : f.wpFilterContentTags(content);
  };
  const capital = (text: string): string => f.capitalPDangit(text);

  const undos: Undo[] = [
    hooks.addFilter('the_content', ofText(asStored), 8, 2),
    hooks.addFilter('the_content', doBlocks, 9, 2),
    hooks.addFilter('the_content', f.wptexturize),
    hooks.addFilter('the_content', autop, 10, 2),
    hooks.addFilter('the_content', shortcodes.shortcodeUnautop),
    hooks.addFilter('the_content', capital, 11),
    hooks.addFilter('the_content', (content: string) => shortcodes.doShortcode(content), 11),
    hooks.addFilter('the_content', contentTags, 12, 2),
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
  const run = async (content: string, state: ContentRun): Promise<string> =>
    hooks.applyFilters('the_content', content, state);
  return {
    theContent: (content, context) => run(content, context ? { context } : {}),
    forExcerpt: (content, context) => run(content, { excerpt: true, ...(context ? { context } : {}) }),
    theTitle: async (title, postId) => hooks.applyFilters('the_title', title, postId),
    undo: () => undos.forEach((undo) => undo()),
  };
}
