import type { KsesAllowedHtml, PluginScope } from 'plinth';

/** Links, bold and italics. */
export const LABEL_HTML: KsesAllowedHtml = {
  a: { href: true, title: true, target: true, rel: true },
  strong: {},
  b: {},
  em: {},
  i: {},
};

const TAG = /<[a-z/!?][^>]*>?/gi;
const ALLOWED_TAG =
  /^<(?:\/(?:a|b|i|em|strong)\s*|(?:b|i|em|strong)\s*|a(?:\s+(?:href|title|target|rel)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*)>$/i;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

type Text = Pick<PluginScope, 'escUrl' | 'wpStripAllTags'>;

/** Whether a text holds no other markup than a label may, leads nowhere dangerous, and shows at least one character. */
export function isLabelMarkup(label: string, { escUrl, wpStripAllTags }: Text): boolean {
  const tags = label.match(TAG) ?? [];
  const fine = tags.every((tag) => {
    if (!ALLOWED_TAG.test(tag)) return false;
    const href = HREF.exec(tag);
    return !href || escUrl(href[1] ?? href[2]) !== '';
  });
  return fine && wpStripAllTags(label).trim() !== '';
}
