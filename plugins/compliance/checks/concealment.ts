import { classesOf, readSelector, type Selector, type StyledElement } from './selector.js';

/** Whether the stylesheets of a page hide an element. */
export type ConcealmentTest = (element: StyledElement) => boolean;

/** CSS properties that can hide an element, with the values that do. */
const HIDING: Readonly<Record<string, RegExp>> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  opacity: /^0(?:\.0+)?%?$/,
  'font-size': /^0(?:\.0+)?(?:px|em|rem|%)?$/,
  left: /^-\d{4,}(?:px|em|rem)$/,
  'text-indent': /^-\d{3,}(?:px|em|rem|%)$/,
  'clip-path': /^inset\((?:50|100)%\)$/,
  clip: /^rect\(0(?:px)?[\s,]+0(?:px)?[\s,]+0(?:px)?[\s,]+0(?:px)?\)$/,
};

/** A declaration of one of these properties, with its selector. */
interface Rule {
  readonly selector: Selector;
  readonly property: string;
  readonly hides: boolean;
  /** Cascade order: importance, then specificity, then source order. */
  readonly rank: number;
}

/** A declaration of one of these properties. */
interface HidingDeclaration {
  readonly property: string;
  readonly hides: boolean;
  readonly important: boolean;
}

const IMPORTANT = 1e12;
const A_WEIGHT = 1e6;
const REM = 16;

/**
 * Parses stylesheets for what they hide in a window of the given width. Ignores selectors that depend on pointer state,
 * siblings or scripts.
 * @param sheets stylesheets in page order
 * @param width window width in pixels
 */
export function readConcealment(sheets: readonly string[], width: number): ConcealmentTest {
  const rules = new Map<string, Rule[]>();
  let order = 0;
  for (const sheet of sheets) {
    for (const { selectors, declarations } of blocksOf(sheet.replace(/\/\*[\s\S]*?\*\//g, ''), width)) {
      const found = hidingIn(declarations);
      if (found.length === 0) continue;
      order += 1;
      for (const rule of rulesOf(selectors, found, order)) {
        const known = rules.get(rule.selector.key);
        if (known) known.push(rule);
        else rules.set(rule.selector.key, [rule]);
      }
    }
  }
  return (element) => hides(rules, element);
}

/**
 * Returns the rules of a block.
 * @param order position of the block in the source
 */
function rulesOf(selectors: string, declarations: readonly HidingDeclaration[], order: number): Rule[] {
  return splitOutside(selectors)
    .flatMap((text) => readSelector(text) ?? [])
    .flatMap((selector) =>
      declarations.map(({ property, hides, important }) => ({
        selector,
        property,
        hides,
        rank: (important ? IMPORTANT : 0) + selector.weight * A_WEIGHT + order,
      })),
    );
}

/**
 * The winning declaration of each property decides; the element's inline style ranks above everything except
 * `!important`.
 */
function hides(rules: ReadonlyMap<string, readonly Rule[]>, element: StyledElement): boolean {
  const winners = new Map<string, Pick<Rule, 'hides' | 'rank'>>();
  const take = (property: string, rule: Pick<Rule, 'hides' | 'rank'>): void =>
    void (rule.rank >= (winners.get(property)?.rank ?? 0) && winners.set(property, rule));
  for (const key of [
    '*',
    element.tag,
    `#${element.attributes.id ?? ''}`,
    ...classesOf(element).map((name) => `.${name}`),
  ]) {
    for (const rule of rules.get(key) ?? []) if (rule.selector.matches(element)) take(rule.property, rule);
  }
  for (const { property, hides: own, important } of hidingIn(element.attributes.style ?? ''))
    take(property, { hides: own, rank: IMPORTANT * (important ? 2 : 1) - 1 });
  // A form field whose checkbox is drawn by its label is transparent, but still usable.
  return [...winners].some(
    ([property, rule]) =>
      rule.hides && (element.tag !== 'input' || property === 'display' || property === 'visibility'),
  );
}

function hidingIn(declarations: string): HidingDeclaration[] {
  return declarations.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const property = declaration.slice(0, at).trim().toLowerCase();
    const hiding = at > 0 ? HIDING[property] : undefined;
    if (!hiding) return [];
    const value = declaration
      .slice(at + 1)
      .trim()
      .toLowerCase();
    return [
      { property, hides: hiding.test(value.replace(/\s*!\s*important$/, '')), important: /!\s*important$/.test(value) },
    ];
  });
}

/** Yields the rules of a stylesheet that apply at that width, including those inside at-rules with conditions. */
function* blocksOf(css: string, width: number): Generator<{ selectors: string; declarations: string }> {
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('{', at);
    if (open < 0) return;
    const end = closing(css, open);
    const head = css.slice(at, open).split(';').at(-1)?.trim() ?? '';
    const inside = css.slice(open + 1, end);
    at = end + 1;
    if (!head.startsWith('@'))
      yield {
        selectors: head,
        declarations: inside.includes('{')
          ? inside.slice(0, inside.indexOf('{')).split(';').slice(0, -1).join(';')
          : inside,
      };
    else if (/^@(?:layer|supports)\b/.test(head) || (head.startsWith('@media') && holds(head.slice(6), width)))
      yield* blocksOf(inside, width);
  }
}

function closing(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}' && --depth === 0) return at;
  }
  return css.length;
}

const COMPARISONS: Readonly<Record<string, ((width: number, limit: number) => boolean) | undefined>> = {
  '<': (width, limit) => width < limit,
  '<=': (width, limit) => width <= limit,
  '>': (width, limit) => width > limit,
  '>=': (width, limit) => width >= limit,
};

/** Whether a media query on the width matches; any other one, such as for print, does not. */
export function holds(media: string, width: number): boolean {
  return media.split(',').some((query) => {
    const rest = query.trim().toLowerCase();
    if (/\bprint\b|\bnot\b/.test(rest)) return false;
    const features = [...rest.matchAll(/\(([^()]*)\)/g)].map(([, feature = '']) => feature.trim());
    return features.every((feature) => {
      const [, bound, min = '', unit = ''] = /^(min|max)-width\s*:\s*([\d.]+)(px|rem|em)$/.exec(feature) ?? [];
      if (bound !== undefined) return bound === 'min' ? width >= pixels(min, unit) : width <= pixels(min, unit);
      const [, sign = '', than = '', of = ''] = /^width\s*(<=|>=|<|>)\s*([\d.]+)(px|rem|em)$/.exec(feature) ?? [];
      return COMPARISONS[sign]?.(width, pixels(than, of)) ?? false;
    });
  });
}

const pixels = (value: string, unit: string): number => Number(value) * (unit === 'px' ? 1 : REM);

/** Splits a selector list at commas, except for those inside brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if ((sign === ',' && depth === 0) || at === text.length) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return parts;
}
