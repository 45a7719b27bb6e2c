/** The pages of a text that its author divided with `<!--nextpage-->`; a mark at the very start divides nothing. */
export function pagesOf(content: string): string[] {
  const text = content
    .replaceAll('\n<!--nextpage-->\n', '<!--nextpage-->')
    .replaceAll('\n<!--nextpage-->', '<!--nextpage-->')
    .replaceAll('<!--nextpage-->\n', '<!--nextpage-->')
    .replaceAll(/<!-- \/?wp:nextpage -->\n?/g, '')
    .replace(/^<!--nextpage-->/, '');
  return text.split('<!--nextpage-->');
}
