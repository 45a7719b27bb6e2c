import { currentContext } from '../../context/index.js';
import type { Formatting, HookApi, RolesApi } from '../../api/index.js';

/**
 * Registers WordPress's filters for comment texts, on saving and on display. Unsafe HTML is removed unless the user may
 * post unfiltered HTML. Work not started by a request belongs to the host and is trusted.
 */
export function registerCommentTextFilters(
  hooks: HookApi,
  formatting: Formatting,
  roles: Pick<RolesApi, 'currentUserCan'>,
): void {
  const noQuotes = (text: string): string =>
    text
      .replaceAll(/&(?!#?\w+;)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
  const on = (name: string, priority: number, clean: (text: string) => string): void =>
    void hooks.addFilter(name, clean, priority);
  on('pre_comment_author_name', 10, (text) => formatting.wpKsesData(formatting.sanitizeTextField(text)));
  on('pre_comment_author_name', 30, noQuotes);
  on('pre_comment_author_email', 10, (text) => formatting.wpKsesData(formatting.sanitizeEmail(text.trim())));
  on('pre_comment_author_url', 10, (text) =>
    formatting.wpKsesData(formatting.sanitizeUrl(formatting.wpStripAllTags(text))),
  );
  hooks.addFilter('pre_comment_content', async (text: string) =>
    currentContext() === undefined || (await roles.currentUserCan('unfiltered_html'))
      ? text
      : formatting.wpKsesData(text),
  );
  on('pre_comment_content', 15, (text) =>
    String(formatting.wpUnslash(formatting.wpRelUgc(String(formatting.wpSlash(text))))),
  );

  on('comment_text', 9, (text) => formatting.makeClickable(text));
  on('comment_text', 10, (text) => formatting.convertChars(formatting.wptexturize(text)));
  on('comment_text', 20, (text) => formatting.convertSmilies(text));
  on('comment_text', 25, (text) => formatting.forceBalanceTags(text));
  on('comment_text', 30, (text) => formatting.wpautop(text));
  on('comment_text', 31, (text) => formatting.capitalPDangit(text));
  on('comment_author', 10, (text) => formatting.escHtml(formatting.convertChars(formatting.wptexturize(text))));
  on('comment_author_rss', 10, (text) => formatting.ent2ncr(text));
  on('comment_text_rss', 8, (text) => formatting.ent2ncr(text));
  on('comment_url', 10, (text) => formatting.escUrl(text));
}
