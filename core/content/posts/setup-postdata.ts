import { type HookApi, type Post, type WpQuery } from '../../api/index.js';
import { NO_CONDITIONS } from '../query/conditions.js';
import { RunningQuery } from '../query/running-query.js';

/**
 * Fires the hooks for a post that is about to be displayed (WordPress: setup_postdata).
 * @param query query of the post; a new one when absent
 * @returns the parts of its divided text
 */
export async function setupPostdata(
  hooks: HookApi,
  post: Post,
  query: WpQuery = new RunningQuery({ p: post.id }, () => NO_CONDITIONS),
): Promise<string[]> {
  const pages = await hooks.applyFilters<string[]>('content_pagination', pagesOf(post.post_content), post);
  await hooks.doAction('the_post', post, query);
  return pages;
}

/** Returns the pages of a text divided by `<!--nextpage-->`; a tag at the very start is ignored. */
export function pagesOf(content: string): string[] {
  const text = content
    .replaceAll('\n<!--nextpage-->\n', '<!--nextpage-->')
    .replaceAll('\n<!--nextpage-->', '<!--nextpage-->')
    .replaceAll('<!--nextpage-->\n', '<!--nextpage-->')
    .replaceAll(/<!-- \/?wp:nextpage -->\n?/g, '')
    .replace(/^<!--nextpage-->/, '');
  return text.split('<!--nextpage-->');
}
