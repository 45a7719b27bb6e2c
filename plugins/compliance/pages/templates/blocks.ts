/** Content of a template as data; texts are HTML, with user input escaped. */
export type Part =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly list: readonly string[]; readonly ordered?: boolean };

export const heading = (text: string): Part => ({ heading: text });
export const text = (html: string): Part => ({ text: html });
export const list = (...items: readonly (string | false)[]): Part => ({
  list: items.filter((item): item is string => item !== false),
});
export const steps = (...items: readonly string[]): Part => ({ list: items, ordered: true });

/** Converts parts to block markup, as the page editor stores it. */
export function toBlocks(parts: readonly Part[]): string {
  return parts.map(toBlock).join('\n\n');
}

function toBlock(part: Part): string {
  if ('heading' in part)
    return `<!-- wp:heading -->\n<h2 class="wp-block-heading">${part.heading}</h2>\n<!-- /wp:heading -->`;
  if ('text' in part) return `<!-- wp:paragraph -->\n<p>${part.text}</p>\n<!-- /wp:paragraph -->`;
  const items = part.list.map((item) => `<!-- wp:list-item -->\n<li>${item}</li>\n<!-- /wp:list-item -->`).join('\n\n');
  const tag = part.ordered ? 'ol' : 'ul';
  return `<!-- wp:list${part.ordered ? ' {"ordered":true}' : ''} -->\n<${tag} class="wp-block-list">${items}</${tag}>\n<!-- /wp:list -->`;
}
