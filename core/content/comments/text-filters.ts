import { currentContext } from '../../context/index.js';
import type { Formatting, HookApi, RolesApi } from '../../api/index.js';

/**
 * Registers WordPress's filters for comment texts, for saving and for display. Unsafe HTML is removed unless the user
 * may post unfiltered HTML. Code that runs outside a request belongs to core and is trusted.
 */
export function registerCommentTextFilters(
  hooks: HookApi,
  formatting: Formatting,
  roles: Pick<RolesApi, 'currentUserCan'>,
): void {
  const escapeMarkup = (text: string): string =>
    text
      .replaceAll(/&(?!#?\w+;)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
  const addTextFilter = (name: string, priority: number, clean: (text: string) => string): void =>
    void hooks.addFilter(name, clean, priority);
  addTextFilter('pre_comment_author_name', 10, (text) => formatting.wpKsesData(formatting.sanitizeTextField(text)));
  addTextFilter('pre_comment_author_name', 30, escapeMarkup);
  addTextFilter('pre_comment_author_email', 10, (text) => formatting.wpKsesData(formatting.sanitizeEmail(text.trim())));
  addTextFilter('pre_comment_author_url', 10, (text) =>
    formatting.wpKsesData(formatting.sanitizeUrl(formatting.wpStripAllTags(text))),
  );
  hooks.addFilter('pre_comment_content', async (text: string) =>
    currentContext() === undefined || (await roles.currentUserCan('unfiltered_html'))
      ? text
      : formatting.wpKsesData(text),
  );
  addTextFilter('pre_comment_content', 15, (text) =>
    String(formatting.wpUnslash(formatting.wpRelUgc(String(formatting.wpSlash(text))))),
  );

  addTextFilter('comment_text', 9, (text) => formatting.makeClickable(text));
  addTextFilter('comment_text', 10, (text) => formatting.convertChars(formatting.wptexturize(text)));
  addTextFilter('comment_text', 20, (text) => formatting.convertSmilies(text));
  addTextFilter('comment_text', 25, (text) => formatting.forceBalanceTags(text));
  addTextFilter('comment_text', 30, (text) => formatting.wpautop(text));
  addTextFilter('comment_text', 31, (text) => formatting.capitalPDangit(text));
  addTextFilter('comment_author', 10, (text) =>
    formatting.escHtml(formatting.convertChars(formatting.wptexturize(text))),
  );
  addTextFilter('comment_author_rss', 10, (text) => formatting.ent2ncr(text));
  addTextFilter('comment_text_rss', 8, (text) => formatting.ent2ncr(text));
  addTextFilter('comment_url', 10, (text) => formatting.escUrl(text));
}
