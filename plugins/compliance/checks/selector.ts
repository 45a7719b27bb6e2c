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

const PART =
  /^(?:(\*)|([a-z][\w-]*)|\.([\w-]+)|#([\w-]+)|\[\s*([\w-]+)\s*(?:([~^$*|]?=)\s*"?([^"\]]*?)"?\s*)?\]|:(root)(?![\w-])|:not\(([^()]+)\))/i;
const BY_ID = 10_000;
const BY_CLASS = 100;

export const classesOf = ({ attributes }: StyledElement): readonly string[] => (attributes.class ?? '').split(/\s+/);

/** Parses a selector; undefined when it depends on user interaction or siblings, or refers to a pseudo-element. */
export function readSelector(text: string): Selector | undefined {
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
    const read = readCompound(part);
    if (!read) return undefined;
    compounds.push({ isChild: direct, tests: read.tests });
    [weight, key, direct] = [weight + read.weight, read.key, false];
  }
  return compounds.length === 0
    ? undefined
    : { weight, key, matches: (element) => matchesFrom(compounds, compounds.length - 1, element) };
}

function readCompound(
  text: string,
): { tests: ((element: StyledElement) => boolean)[]; weight: number; key: string } | undefined {
  const tests: ((element: StyledElement) => boolean)[] = [];
  let [rest, weight, key] = [text, 0, '*'];
  while (rest !== '') {
    const found = PART.exec(rest);
    if (!found) return undefined;
    const [token, all, tag, name, id, attribute, how, value = '', root, not] = found;
    rest = rest.slice(token.length);
    if (all !== undefined) continue;
    if (tag !== undefined) {
      const tagName = tag.toLowerCase();
      tests.push((element) => element.tag === tagName);
      [weight, key] = [weight + 1, key === '*' ? tagName : key];
    } else if (name !== undefined) {
      tests.push((element) => classesOf(element).includes(name));
      [weight, key] = [weight + BY_CLASS, `.${name}`];
    } else if (id !== undefined) {
      tests.push(({ attributes }) => attributes.id === id);
      [weight, key] = [weight + BY_ID, `#${id}`];
    } else if (attribute !== undefined) {
      tests.push(({ attributes }) => {
        const actual = attributes[attribute];
        return actual !== undefined && compares(actual, how, value);
      });
      weight += BY_CLASS;
    } else if (root !== undefined) {
      tests.push((element) => element.tag === 'html');
      weight += BY_CLASS;
    } else {
      const inner = not === undefined ? undefined : readCompound(not.trim());
      if (!inner) return undefined;
      tests.push((element) => !inner.tests.every((test) => test(element)));
      weight += inner.weight;
    }
  }
  return { tests, weight, key };
}

function compares(actual: string, how: string | undefined, value: string): boolean {
  switch (how) {
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

function matchesFrom(compounds: readonly Compound[], at: number, element: StyledElement): boolean {
  const compound = compounds[at];
  if (!compound?.tests.every((test) => test(element))) return false;
  if (at === 0) return true;
  for (let around = element.parent; around; around = around.parent) {
    if (matchesFrom(compounds, at - 1, around)) return true;
    if (compound.isChild) return false;
  }
  return false;
}
