/** The first element that a selector finds. @throws Error when the page has none, which its template always does */
export function find<Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** All elements that a selector finds, in the order of the page. */
export function findAll<Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found[] {
  return [...root.querySelectorAll<Found>(selector)];
}

/** The element that an event happened to; undefined when it was something else than an element. */
export function targetOf(event: Event): Element | undefined {
  return event.target instanceof Element ? event.target : undefined;
}

/** The texts of a form's fields, as a request sends them; files are left out. */
export function textFields(fields: FormData): URLSearchParams {
  const texts = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') texts.append(name, value);
  return texts;
}
