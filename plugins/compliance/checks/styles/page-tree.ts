import type { Options } from 'css-select';
import type { DefaultTreeAdapterTypes } from 'parse5';

export type PageNode = DefaultTreeAdapterTypes.Node;
export type PageElement = DefaultTreeAdapterTypes.Element;

export const isElement = (node: PageNode): node is PageElement => 'tagName' in node;

export const childrenOf = (node: PageNode): readonly PageNode[] => ('childNodes' in node ? node.childNodes : []);

const parentOf = (node: PageNode): PageNode | null => ('parentNode' in node ? node.parentNode : null);

/** Returns the value of an attribute; undefined when the element does not have it. */
export function getAttribute(element: PageElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Returns the text of a node with its descendants. */
export function getText(node: PageNode): string {
  if ('value' in node) return node.nodeName === '#text' ? node.value : '';
  return childrenOf(node).map(getText).join('');
}

/** Pseudo-classes of a visitor who neither points at anything nor has typed anything. */
const NEVER = [
  'focus',
  'focus-visible',
  'focus-within',
  'target',
  'target-within',
  'popover-open',
  'modal',
  'fullscreen',
  'autofill',
  'user-invalid',
  'user-valid',
  'playing',
];

/** How `css-select` reads a parse5 document. */
export const SELECT_OPTIONS: Options<PageNode, PageElement> = {
  adapter: {
    isTag: isElement,
    getName: ({ tagName }) => tagName,
    getAttributeValue: getAttribute,
    hasAttrib: (element, name) => getAttribute(element, name) !== undefined,
    getChildren: (node) => [...childrenOf(node)],
    getParent: parentOf,
    getSiblings: (node) => {
      const parent = parentOf(node);
      return parent ? [...childrenOf(parent)] : [node];
    },
    getText,
    removeSubsets: (nodes) => nodes,
  },
  pseudos: {
    ...Object.fromEntries(NEVER.map((name) => [name, () => false])),
    defined: () => true,
    open: '[open]',
    valid: () => true,
  },
};
