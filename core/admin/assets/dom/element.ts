type Attributes = Readonly<Record<string, string | boolean | number | null>>;

/** Creates an element. Attributes that are false or null are omitted; true attributes are empty. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false && value !== null) node.setAttribute(key, value === true ? '' : String(value));
  node.append(...children);
  return node;
}

/** Creates a button that does not submit the form. */
export function button(text: string, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button', class: 'button--quiet', ...attributes }, text);
  node.addEventListener('click', onClick);
  return node;
}

let fieldCount = 0;

/** Creates a field below its label. */
export function createLabeledField(
  label: string,
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
): HTMLElement {
  input.id ||= `editor-field-${fieldCount++}`;
  return element('p', {}, element('label', { for: input.id }, label), input);
}

/**
 * Returns the first element that matches a selector.
 * @throws Error if the page has none, which its template guarantees
 */
export function find<Found extends Element = HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`No element on the page matches ${selector}.`);
  return found;
}
