/** An element with its ancestors, nearest first, for matching selectors. */
export interface StyledElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent?: StyledElement;
}

/** A selector that can be evaluated without a browser: tags, classes, IDs, attributes, descendants and children. */
export interface Selector {
  /** Specificity as a single number: IDs, then classes, then tags. */
  readonly weight: number;
  /** Index key from the selector's last part: `.omnibus`, `#main`, `p` or `*`. */
  readonly key: string;
  matches(element: StyledElement): boolean;
}

interface Compound {
  readonly isChild: boolean;
  readonly tests: readonly ((element: StyledElement) => boolean)[];
}

const SELECTOR_PART =
  /^(?:(\*)|([a-z][\w-]*)|\.([\w-]+)|#([\w-]+)|\[\s*([\w-]+)\s*(?:([~^$*|]?=)\s*"?([^"\]]*?)"?\s*)?\]|:(root)(?![\w-])|:not\(([^()]+)\))/i;
const ID_WEIGHT = 10_000;
const CLASS_WEIGHT = 100;

export const classesOf = ({ attributes }: StyledElement): readonly string[] => (attributes.class ?? '').split(/\s+/);

/** Parses a selector; undefined when it depends on user interaction or siblings, or refers to a pseudo-element. */
export function parseSelector(text: string): Selector | undefined {
  const compounds: Compound[] = [];
  let [weight, key, direct] = [0, '*', false];
  for (const part of text
    .trim()
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/)) {
    if (part === '>') {
      direct = true;
      continue;
    }
    const parsed = parseCompound(part);
    if (!parsed) return undefined;
    compounds.push({ isChild: direct, tests: parsed.tests });
    [weight, key, direct] = [weight + parsed.weight, parsed.key, false];
  }
  return compounds.length === 0
    ? undefined
    : { weight, key, matches: (element) => matchesFrom(compounds, compounds.length - 1, element) };
}

function parseCompound(
  text: string,
): { tests: ((element: StyledElement) => boolean)[]; weight: number; key: string } | undefined {
  const tests: ((element: StyledElement) => boolean)[] = [];
  let [rest, weight, key] = [text, 0, '*'];
  while (rest !== '') {
    const match = SELECTOR_PART.exec(rest);
    if (!match) return undefined;
    const [token, universal, tag, name, id, attribute, operator, value = '', root, negated] = match;
    rest = rest.slice(token.length);
    if (universal !== undefined) continue;
    if (tag !== undefined) {
      const tagName = tag.toLowerCase();
      tests.push((element) => element.tag === tagName);
      [weight, key] = [weight + 1, key === '*' ? tagName : key];
    } else if (name !== undefined) {
      tests.push((element) => classesOf(element).includes(name));
      [weight, key] = [weight + CLASS_WEIGHT, `.${name}`];
    } else if (id !== undefined) {
      tests.push(({ attributes }) => attributes.id === id);
      [weight, key] = [weight + ID_WEIGHT, `#${id}`];
    } else if (attribute !== undefined) {
      tests.push(({ attributes }) => {
        const actual = attributes[attribute];
        return actual !== undefined && matchesAttribute(actual, operator, value);
      });
      weight += CLASS_WEIGHT;
    } else if (root !== undefined) {
      tests.push((element) => element.tag === 'html');
      weight += CLASS_WEIGHT;
    } else {
      const inner = negated === undefined ? undefined : parseCompound(negated.trim());
      if (!inner) return undefined;
      tests.push((element) => !inner.tests.every((test) => test(element)));
      weight += inner.weight;
    }
  }
  return { tests, weight, key };
}

function matchesAttribute(actual: string, comparison: string | undefined, value: string): boolean {
  switch (comparison) {
    case undefined:
      return true;
    case '~=':
      return actual.split(/\s+/).includes(value);
    case '^=':
      return actual.startsWith(value);
    case '$=':
      return actual.endsWith(value);
    case '*=':
      return actual.includes(value);
    case '|=':
      return actual === value || actual.startsWith(`${value}-`);
    default:
      return actual === value;
  }
}

function matchesFrom(compounds: readonly Compound[], index: number, element: StyledElement): boolean {
  const compound = compounds[index];
  if (!compound?.tests.every((test) => test(element))) return false;
  if (index === 0) return true;
  for (let ancestor = element.parent; ancestor; ancestor = ancestor.parent) {
    if (matchesFrom(compounds, index - 1, ancestor)) return true;
    if (compound.isChild) return false;
  }
  return false;
}
