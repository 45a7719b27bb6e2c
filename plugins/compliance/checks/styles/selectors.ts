import type { CssNode, Selector as SelectorNode } from 'css-tree';
import { cssSelect, cssTree } from './css-packages.js';
import { type PageElement, SELECT_OPTIONS } from './page-tree.js';

/** A selector of a rule. */
export interface Selector {
  /** IDs, then classes, then tags, as one number. */
  readonly specificity: number;
  /** Part that a matching element must have: `.omnibus`, `#main`, `p` or `*`. */
  readonly key: string;
  /** Generated box that the selector refers to; '' for the element itself. */
  readonly pseudoElement: '' | 'before' | 'after';
  matches(element: PageElement): boolean;
}

const ID_WEIGHT = 1_000_000;
const CLASS_WEIGHT = 1000;

/** Pseudo-classes whose specificity is that of their most specific argument. */
const TRANSPARENT_PSEUDOS = new Set(['is', 'not', 'has', 'matches', '-webkit-any', '-moz-any']);
const GENERATED_BOXES: ReadonlySet<string> = new Set(['before', 'after']);

function getSpecificity(node: CssNode): number {
  switch (node.type) {
    case 'SelectorList':
      return Math.max(0, ...node.children.toArray().map(getSpecificity));
    case 'Selector':
      return node.children.toArray().reduce((sum, part) => sum + getSpecificity(part), 0);
    case 'IdSelector':
      return ID_WEIGHT;
    case 'ClassSelector':
    case 'AttributeSelector':
      return CLASS_WEIGHT;
    case 'PseudoClassSelector':
      if (node.name === 'where') return 0;
      if (!TRANSPARENT_PSEUDOS.has(node.name)) return CLASS_WEIGHT;
      return Math.max(0, ...(node.children?.toArray().map(getSpecificity) ?? []));
    case 'TypeSelector':
      return node.name === '*' ? 0 : 1;
    case 'PseudoElementSelector':
      return 1;
    default:
      return 0;
  }
}

/** Returns the index key of the last compound selector. */
function getKey(parts: readonly CssNode[]): string {
  let key = '*';
  for (const part of [...parts].reverse()) {
    if (part.type === 'Combinator') return key;
    if (part.type === 'IdSelector') return `#${part.name}`;
    if (part.type === 'ClassSelector') key = `.${part.name}`;
    if (part.type === 'TypeSelector' && key === '*') key = part.name.toLowerCase();
  }
  return key;
}

/** Selector that a nested rule refers to with `&`, and its specificity. */
export interface ParentSelector {
  readonly text: string;
  readonly specificity: number;
}

/** Resolves `&`; a nested selector without it describes descendants. */
function resolveNesting(node: SelectorNode, parent: ParentSelector): { text: string; specificity: number } {
  const parts = node.children.toArray();
  const nestingCount = parts.filter(({ type }) => type === 'NestingSelector').length;
  const text = cssTree().generate(node);
  return nestingCount === 0
    ? { text: `${parent.text} ${text}`, specificity: parent.specificity }
    : { text: text.replaceAll('&', parent.text), specificity: parent.specificity * nestingCount };
}

/** Combines the selectors of a rule for the rules nested in it. */
export function createParentSelector(list: CssNode, outer: ParentSelector | undefined): ParentSelector {
  const selectors = list.type === 'SelectorList' ? list.children.toArray() : [];
  const resolved = selectors
    .filter((node) => node.type === 'Selector')
    .map((node) => {
      const nested = outer && resolveNesting(node, outer);
      return {
        text: nested?.text ?? cssTree().generate(node),
        specificity: getSpecificity(node) + (nested?.specificity ?? 0),
      };
    });
  return {
    text: `:is(${resolved.map(({ text }) => text).join(',')})`,
    specificity: Math.max(0, ...resolved.map(({ specificity }) => specificity)),
  };
}

/**
 * Compiles a selector.
 * @returns undefined for one that is invalid, or refers to a part of an element other than a generated box
 */
export function compileSelector(node: SelectorNode, parent: ParentSelector | undefined): Selector | undefined {
  const host = node.children.copy();
  const last = host.last;
  let pseudoElement: Selector['pseudoElement'] = '';
  if (last && (last.type === 'PseudoElementSelector' || last.type === 'PseudoClassSelector')) {
    if (GENERATED_BOXES.has(last.name)) {
      pseudoElement = last.name === 'before' ? 'before' : 'after';
      host.pop();
    } else if (last.type === 'PseudoElementSelector') return undefined;
  }
  const hostNode: SelectorNode = { ...node, children: host };
  const nested = parent && resolveNesting(hostNode, parent);
  const text = nested?.text ?? cssTree().generate(hostNode);
  try {
    const matches = cssSelect()._compileUnsafe(text === '' ? '*' : text, SELECT_OPTIONS);
    return {
      specificity: getSpecificity(node) + (nested?.specificity ?? 0),
      key: getKey(host.toArray()),
      pseudoElement,
      matches,
    };
  } catch {
    return undefined;
  }
}
