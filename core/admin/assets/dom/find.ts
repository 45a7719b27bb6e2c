/** The first element that a selector finds. @throws Error when the page has none, which its template always does */
export function find<Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
