/**
 * Returns the first element that matches a selector.
 * @throws Error if there is none, which the template rules out
 */
export function find<Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no element ${selector}.`);
  return found;
}

/** Returns all elements that match a selector, in document order. */
export function findAll<Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found[] {
  return [...root.querySelectorAll<Found>(selector)];
}

/** Returns the target element of an event; undefined if the target is not an element. */
export function targetOf(event: Event): Element | undefined {
  return event.target instanceof Element ? event.target : undefined;
}

/** Returns the text fields of a form in the form of a request; files are left out. */
export function textFields(fields: FormData): URLSearchParams {
  const texts = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') texts.append(name, value);
  return texts;
}
