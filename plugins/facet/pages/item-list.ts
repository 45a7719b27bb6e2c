import type { WidgetData } from '../widget/widget-data.js';

/** The products of the page as search engines read them (schema.org `ItemList`); undefined when there are none. @param absolute makes a path an address */
export function itemListOf(
  { answer, products }: Pick<WidgetData, 'answer' | 'products'>,
  perPage: number,
  absolute: (path: string) => string,
): object | undefined {
  if (products.length === 0) return undefined;
  const before = (answer.page - 1) * perPage;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: answer.found,
    itemListElement: products.map(({ name, url }, i) => ({
      '@type': 'ListItem',
      position: before + i + 1,
      name,
      url: url.startsWith('/') ? absolute(url) : url,
    })),
  };
}
