import { find, type SeenElement } from '../visible-element.js';

/** A paragraph, list item or cell of a page. */
export interface Passage {
  readonly text: string;
  /** Addresses of its links, without those within the page and those that start an email. */
  readonly links: readonly string[];
}

/** What is below a heading, up to the next one. */
export interface PageSection {
  /** '' for what stands above the first heading. */
  readonly heading: string;
  readonly passages: readonly Passage[];
  /** Its lists, each as one passage. */
  readonly lists: readonly Passage[];
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table']);
const PASSAGES: ReadonlySet<string> = new Set(['p', 'li', 'td', 'th', 'dd', 'dt', 'blockquote', 'pre', 'figcaption']);

/** Returns the sections of a page's text. */
export function readSections(root: SeenElement): readonly PageSection[] {
  const sections: { heading: string; passages: Passage[]; lists: Passage[] }[] = [
    { heading: '', passages: [], lists: [] },
  ];
  const isBlock = ({ tag }: SeenElement): boolean => HEADINGS.has(tag) || PASSAGES.has(tag);
  const read = (element: SeenElement): void => {
    if (LISTS.has(element.tag)) sections.at(-1)?.lists.push(toPassage(element));
    const hasBlocks = find(element, (part) => part !== element && isBlock(part)).length > 0;
    if (HEADINGS.has(element.tag)) sections.push({ heading: element.text, passages: [], lists: [] });
    else if (!hasBlocks && element.text !== '') sections.at(-1)?.passages.push(toPassage(element));
    else element.children.forEach(read);
  };
  read(root);
  return sections.filter(({ heading, passages }) => heading !== '' || passages.length > 0);
}

function toPassage(element: SeenElement): Passage {
  const links = find(element, ({ tag }) => tag === 'a').flatMap(({ attributes }) => attributes.href ?? []);
  return { text: element.text, links: links.filter((address) => !/^(?:#|mailto:)/.test(address)) };
}

/** Returns the passages of a section as one. */
export const joinPassages = ({ passages }: Pick<PageSection, 'passages'>): Passage => ({
  text: passages.map(({ text }) => text).join(' '),
  links: passages.flatMap(({ links }) => links),
});

/** Returns a text without what editors and typography change. */
export const normalizePassage = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** An amount, period, number or address in a passage, which no rewording changes. */
export interface PassageValue {
  readonly kind: 'money' | 'duration' | 'number' | 'email' | 'link';
  /** Without differences in spelling. */
  readonly value: string;
  readonly text: string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const VALUES: readonly (readonly [PassageValue['kind'], RegExp, (text: string) => string])[] = [
  ['money', /\d[\d\s.,]*(?:zł|PLN|EUR|€)|(?:PLN|EUR|€)\s?\d(?:[\d\s.,]*\d)?/giu, digitsOf],
  ['duration', /\d+[\s-]*(?:dni|godzin|miesi|lat|days?\b|hours?\b|months?\b|years?\b)\p{L}*/giu, digitsOf],
  ['number', /\d(?:[\s-]?\d){8,}/g, digitsOf],
  ['email', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (text) => text.toLowerCase()],
];

/** Returns the values in a passage. */
export const readValues = ({ text, links }: Passage): readonly PassageValue[] => [
  ...VALUES.flatMap(([kind, pattern, normalize]) =>
    (text.match(pattern) ?? []).map((found) => ({ kind, value: normalize(found), text: found.trim() })),
  ),
  ...links.map((address) => ({ kind: 'link', value: address, text: address }) as const),
];
