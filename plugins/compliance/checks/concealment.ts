import { classesOf, parseSelector, type Selector, type StyledElement } from './selector.js';

/** Whether the stylesheets of a page hide an element. */
export type ConcealmentTest = (element: StyledElement) => boolean;

/** CSS properties that can hide an element, with the values that do. */
const HIDING_VALUES: Readonly<Record<string, RegExp>> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  opacity: /^0(?:\.0+)?%?$/,
  'font-size': /^0(?:\.0+)?(?:px|em|rem|%)?$/,
  left: /^-\d{4,}(?:px|em|rem)$/,
  'text-indent': /^-\d{3,}(?:px|em|rem|%)$/,
  'clip-path': /^inset\((?:50|100)%\)$/,
  clip: /^rect\(0(?:px)?[\s,]+0(?:px)?[\s,]+0(?:px)?[\s,]+0(?:px)?\)$/,
};

/** A rule for one of these properties, with its selector. */
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

const IMPORTANT_RANK = 1e12;
const SPECIFICITY_FACTOR = 1e6;
const REM_PIXELS = 16;

/**
 * Creates a test for the elements that stylesheets hide at the given window width. Ignores selectors that depend on
 * pointer state, siblings or scripts.
 * @param sheets stylesheets in page order
 * @param width window width in pixels
 */
export function createConcealmentTest(sheets: readonly string[], width: number): ConcealmentTest {
  const rules = new Map<string, Rule[]>();
  let order = 0;
  for (const sheet of sheets) {
    for (const { selectors, declarations } of parseBlocks(sheet.replace(/\/\*[\s\S]*?\*\//g, ''), width)) {
      const hidingDeclarations = findHidingDeclarations(declarations);
      if (hidingDeclarations.length === 0) continue;
      order += 1;
      for (const rule of toRules(selectors, hidingDeclarations, order)) {
        const keyRules = rules.get(rule.selector.key);
        if (keyRules) keyRules.push(rule);
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
function toRules(selectors: string, declarations: readonly HidingDeclaration[], order: number): Rule[] {
  return splitSelectors(selectors)
    .flatMap((text) => parseSelector(text) ?? [])
    .flatMap((selector) =>
      declarations.map(({ property, hides, important }) => ({
        selector,
        property,
        hides,
        rank: (important ? IMPORTANT_RANK : 0) + selector.weight * SPECIFICITY_FACTOR + order,
      })),
    );
}

/**
 * Whether the winning declaration of any property hides the element. Its inline style ranks above all rules without
 * `!important`.
 */
function hides(rules: ReadonlyMap<string, readonly Rule[]>, element: StyledElement): boolean {
  const winners = new Map<string, Pick<Rule, 'hides' | 'rank'>>();
  const applyRule = (property: string, rule: Pick<Rule, 'hides' | 'rank'>): void =>
    void (rule.rank >= (winners.get(property)?.rank ?? 0) && winners.set(property, rule));
  for (const key of [
    '*',
    element.tag,
    `#${element.attributes.id ?? ''}`,
    ...classesOf(element).map((name) => `.${name}`),
  ]) {
    for (const rule of rules.get(key) ?? []) if (rule.selector.matches(element)) applyRule(rule.property, rule);
  }
  for (const { property, hides: hidesInline, important } of findHidingDeclarations(element.attributes.style ?? ''))
    applyRule(property, { hides: hidesInline, rank: IMPORTANT_RANK * (important ? 2 : 1) - 1 });
  // An input that its label draws may be transparent or off-screen, but can still be used.
  return [...winners].some(
    ([property, rule]) =>
      rule.hides && (element.tag !== 'input' || property === 'display' || property === 'visibility'),
  );
}

function findHidingDeclarations(declarations: string): HidingDeclaration[] {
  return declarations.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const hiding = colon > 0 ? HIDING_VALUES[property] : undefined;
    if (!hiding) return [];
    const value = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    return [
      { property, hides: hiding.test(value.replace(/\s*!\s*important$/, '')), important: /!\s*important$/.test(value) },
    ];
  });
}

/** Yields the rules of a stylesheet that apply at that width, including those inside at-rules with conditions. */
function* parseBlocks(css: string, width: number): Generator<{ selectors: string; declarations: string }> {
  for (let offset = 0; offset < css.length;) {
    const openBrace = css.indexOf('{', offset);
    if (openBrace < 0) return;
    const end = findClosingBrace(css, openBrace);
    const head = css.slice(offset, openBrace).split(';').at(-1)?.trim() ?? '';
    const inside = css.slice(openBrace + 1, end);
    offset = end + 1;
    if (!head.startsWith('@'))
      yield {
        selectors: head,
        declarations: inside.includes('{')
          ? inside.slice(0, inside.indexOf('{')).split(';').slice(0, -1).join(';')
          : inside,
      };
    else if (/^@(?:layer|supports)\b/.test(head) || (head.startsWith('@media') && matchesMedia(head.slice(6), width)))
      yield* parseBlocks(inside, width);
  }
}

function findClosingBrace(css: string, open: number): number {
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

/** Whether a media query matches at a window width; `print`, `not` and features other than the width never match. */
export function matchesMedia(media: string, width: number): boolean {
  return media.split(',').some((query) => {
    const rest = query.trim().toLowerCase();
    if (/\bprint\b|\bnot\b/.test(rest)) return false;
    const features = [...rest.matchAll(/\(([^()]*)\)/g)].map(([, feature = '']) => feature.trim());
    return features.every((feature) => {
      const [, bound, min = '', unit = ''] = /^(min|max)-width\s*:\s*([\d.]+)(px|rem|em)$/.exec(feature) ?? [];
      if (bound !== undefined) return bound === 'min' ? width >= pixels(min, unit) : width <= pixels(min, unit);
      const [, operator = '', widthLimit = '', limitUnit = ''] =
        /^width\s*(<=|>=|<|>)\s*([\d.]+)(px|rem|em)$/.exec(feature) ?? [];
      return COMPARISONS[operator]?.(width, pixels(widthLimit, limitUnit)) ?? false;
    });
  });
}

const pixels = (value: string, unit: string): number => Number(value) * (unit === 'px' ? 1 : REM_PIXELS);

/** Splits a selector list at commas, except for those inside brackets. */
function splitSelectors(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if ((character === ',' && depth === 0) || at === text.length) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}
