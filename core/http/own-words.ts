/** What an owner's page says above a page of a plugin. */
export interface OwnWords {
  readonly title: string;
  /** As HTML; empty for a page without a title. */
  readonly heading: string;
  /** As HTML. */
  readonly text: string;
}

const HEADING = /(<h1\b[^>]*>)([\s\S]*?)(<\/h1>)/i;

/** Puts them into a page: the title in place of its heading, the text below. */
export function withOwnWords(html: string, { heading, text }: OwnWords): string {
  const said = text.trim() === '' ? '' : `<div class="entry-content own-words">${text}</div>`;
  if (!HEADING.test(html)) return said + html;
  return html.replace(
    HEADING,
    (_all, opens: string, words: string, closes: string) =>
      `${opens}${heading === '' ? words : heading}${closes}${said}`,
  );
}
