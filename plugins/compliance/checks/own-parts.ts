import { partsOf, type SeenElement } from './seen-element.js';

/** The parts of a product's page that are about this product: not the cards of others on it. @param slug of the product */
export function ownParts(body: SeenElement, slug: string): SeenElement[] {
  const foreign = (card: SeenElement): boolean =>
    ['li', 'article'].includes(card.tag) &&
    partsOf(card).some(
      ({ tag, attributes: { href = '' } }) =>
        tag === 'a' && /\/product\//.test(href) && !href.includes(`/product/${slug}/`),
    );
  const own: SeenElement[] = [];
  const walk = (part: SeenElement): void => {
    if (foreign(part)) return;
    own.push(part);
    part.children.forEach(walk);
  };
  walk(body);
  return own;
}
