import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;
type Match = string | RegExp;

/** An element of a page, for assertions. */
export interface DomElement {
  readonly tag: string;
  /** Its visible text, with whitespace collapsed. */
  readonly text: string;
  attribute(name: string): string | undefined;
  /** The same queries, limited to its descendants. */
  readonly within: Dom;
}

/** A form control. */
export interface DomField extends DomElement {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
}

/**
 * Queries for server-rendered HTML, by what users perceive: text, headings, links, labels, roles. A query for one
 * element throws when there is none or more than one, and lists the candidates.
 */
export interface Dom {
  /** The visible text, with whitespace collapsed. */
  readonly text: string;
  /** Returns the text of every heading, in order. */
  headings(level?: 1 | 2 | 3 | 4 | 5 | 6): string[];
  /** Returns the link with this text or label. */
  link(name: Match): DomElement;
  /** Returns the texts and URLs of all links. */
  links(): { readonly text: string; readonly href: string }[];
  /** Returns the button, or submit input, with this text or label. */
  button(name: Match): DomElement;
  buttons(): string[];
  /** Returns the control with this label. */
  field(label: Match): DomField;
  fields(): { readonly label: string; readonly name: string }[];
  /** Returns elements with this role, explicit or implicit. */
  byRole(role: string): DomElement[];
  /** Returns elements of this tag, with these attributes when given; `true` stands for any value. */
  all(tag: string, attributes?: Readonly<Record<string, Match | true>>): DomElement[];
  /** Returns the texts of all elements of a tag. */
  texts(tag: string): string[];
  /** Returns the only matching element. */
  one(tag: string, attributes?: Readonly<Record<string, Match | true>>): DomElement;
  /** Returns the texts of the cells in each row of all tables. */
  rows(): string[][];
}

/** Implicit roles of elements (HTML-AAM). */
const IMPLICIT_ROLES: Readonly<Record<string, readonly string[]>> = {
  alert: [],
  article: ['article'],
  dialog: ['dialog'],
  form: ['form'],
  list: ['ul', 'ol'],
  listitem: ['li'],
  main: ['main'],
  navigation: ['nav'],
  row: ['tr'],
  status: ['output'],
  table: ['table'],
};

const UNSEEN = new Set(['script', 'style', 'template', 'head', 'noscript']);
const BLOCKS = new Set(
  'address article aside blockquote br button caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section select summary table td th tr ul'.split(
    ' ',
  ),
);

/** Parses a whole page or a part of one. */
export function readDom(html: string): Dom {
  const document = parse(html);
  return createDom(document, document);
}

function createDom(root: Node, document: Node): Dom {
  const elements = (): Element[] => [...walk(root)];
  const wrap = (element: Element): DomElement => ({
    tag: element.tagName,
    text: textOf(element),
    attribute: (name) => attributeOf(element, name),
    within: createDom(element, document),
  });
  const all: Dom['all'] = (tag, attributes = {}) =>
    elements()
      .filter((element) => element.tagName === tag && hasAttributes(element, attributes))
      .map(wrap);
  const links = (): Element[] => elements().filter(({ tagName }) => tagName === 'a');
  const buttons = (): Element[] => elements().filter(isButton);
  const fields = (): Element[] => elements().filter(isField);
  const labelOf = (field: Element): string => fieldLabel(field, document);
  return {
    get text() {
      return textOf(root);
    },
    headings: (level) =>
      elements()
        .filter(({ tagName }) => (level === undefined ? /^h[1-6]$/.test(tagName) : tagName === `h${level}`))
        .map(textOf),
    link: (name) => wrap(only('link', name, links(), nameOf)),
    links: () => links().map((link) => ({ text: nameOf(link), href: attributeOf(link, 'href') ?? '' })),
    button: (name) => wrap(only('button', name, buttons(), nameOf)),
    buttons: () => buttons().map(nameOf),
    field: (label) => asField(only('field', label, fields(), labelOf), wrap),
    fields: () => fields().map((field) => ({ label: labelOf(field), name: attributeOf(field, 'name') ?? '' })),
    byRole: (role) =>
      elements()
        .filter((element) => {
          const explicitRole = attributeOf(element, 'role');
          return explicitRole === undefined ? IMPLICIT_ROLES[role]?.includes(element.tagName) : explicitRole === role;
        })
        .map(wrap),
    all,
    texts: (tag) => all(tag).map(({ text }) => text),
    one(tag, attributes) {
      const found = all(tag, attributes);
      const [first] = found;
      if (first === undefined || found.length > 1)
        throw new Error(`Expected one <${tag}> ${JSON.stringify(attributes ?? {})}, found ${found.length}.`);
      return first;
    },
    rows: () => all('tr').map(({ within }) => [...within.all('th'), ...within.all('td')].map(({ text }) => text)),
  };
}

function* walk(node: Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    yield* walk(child);
  }
}

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

function hasAttributes(element: Element, expected: Readonly<Record<string, Match | true>>): boolean {
  return Object.entries(expected).every(([name, match]) => {
    const value = attributeOf(element, name);
    return value !== undefined && (match === true || matches(value, match));
  });
}

const matches = (text: string, match: Match): boolean =>
  typeof match === 'string' ? text === match : match.test(text);

const collapse = (text: string): string => text.replace(/\s+/gu, ' ').trim();

function textOf(node: Node): string {
  return collapse(rawText(node));
}

function rawText(node: Node): string {
  if ('value' in node) return node.value;
  if (!('childNodes' in node)) return '';
  if ('tagName' in node && (UNSEEN.has(node.tagName) || attributeOf(node, 'hidden') !== undefined)) return '';
  const text = node.childNodes.map(rawText).join('');
  return 'tagName' in node && BLOCKS.has(node.tagName) ? ` ${text} ` : text;
}

/** Returns the accessible name of a link or button. */
function nameOf(element: Element): string {
  const explicitName =
    attributeOf(element, 'aria-label') ?? (element.tagName === 'input' ? attributeOf(element, 'value') : undefined);
  if (explicitName !== undefined) return collapse(explicitName);
  const images = [...walk(element)]
    .filter(({ tagName }) => tagName === 'img')
    .map((image) => attributeOf(image, 'alt'));
  return textOf(element) || collapse(images.join(' '));
}

function isButton(element: Element): boolean {
  if (element.tagName === 'button') return true;
  return (
    element.tagName === 'input' && ['submit', 'button', 'image', 'reset'].includes(attributeOf(element, 'type') ?? '')
  );
}

function isField(element: Element): boolean {
  if (['select', 'textarea'].includes(element.tagName)) return true;
  const type = attributeOf(element, 'type') ?? 'text';
  return element.tagName === 'input' && type !== 'hidden' && !isButton(element);
}

function fieldLabel(field: Element, document: Node): string {
  const ariaLabel = attributeOf(field, 'aria-label');
  if (ariaLabel !== undefined) return collapse(ariaLabel);
  const labels = [...walk(document)].filter(({ tagName }) => tagName === 'label');
  const id = attributeOf(field, 'id');
  const name = attributeOf(field, 'name');
  const label = labels.find(
    (candidate) =>
      (id !== undefined && attributeOf(candidate, 'for') === id) ||
      [...walk(candidate)].some(
        (inner) =>
          isField(inner) &&
          attributeOf(inner, 'name') === name &&
          attributeOf(inner, 'value') === attributeOf(field, 'value') &&
          attributeOf(inner, 'id') === id,
      ),
  );
  if (label === undefined) return '';
  return textOf({ ...label, childNodes: label.childNodes.filter((child) => !('tagName' in child) || !isField(child)) });
}

function asField(element: Element, wrap: (element: Element) => DomElement): DomField {
  return {
    ...wrap(element),
    name: attributeOf(element, 'name') ?? '',
    value: valueOf(element),
    checked: attributeOf(element, 'checked') !== undefined,
    required: attributeOf(element, 'required') !== undefined,
    disabled: attributeOf(element, 'disabled') !== undefined,
  };
}

function valueOf(field: Element): string {
  if (field.tagName === 'textarea') return field.childNodes.map(rawText).join('');
  if (field.tagName !== 'select') return attributeOf(field, 'value') ?? '';
  const options = [...walk(field)].filter(({ tagName }) => tagName === 'option');
  const selected = options.find((option) => attributeOf(option, 'selected') !== undefined) ?? options[0];
  return selected === undefined ? '' : (attributeOf(selected, 'value') ?? textOf(selected));
}

function only(
  description: string,
  expectedName: Match,
  elements: readonly Element[],
  name: (element: Element) => string,
): Element {
  const found = elements.filter((element) => matches(name(element), expectedName));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const names = elements.map((element) => JSON.stringify(name(element))).join(', ');
  throw new Error(
    `Expected one ${description} named ${String(expectedName)}, found ${found.length} among: ${names || 'none'}.`,
  );
}
