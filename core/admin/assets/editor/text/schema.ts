import { type AttributeSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

const textAttribute = (value: string): AttributeSpec => ({ default: value });
const nullAttribute: AttributeSpec = { default: null };

/**
 * Attributes of every block: the source text it was read from, the whitespace before it, the JSON of its comment, and
 * the attributes of its outermost element, both as written.
 */
const COMMON_ATTRIBUTES = {
  origin: nullAttribute,
  leadingWhitespace: nullAttribute,
  head: textAttribute(''),
  tag: textAttribute(''),
} as const;
/** The attribute that exposes a block's kind to the editor's stylesheet. */
const kindAttribute = (name: string): Record<string, string> => ({ 'data-kind': name });

/** Defines a block that contains blocks; the HTML before and after them is preserved. */
function holder(name: string, content: string, group = 'block', overrides: Partial<NodeSpec> = {}): NodeSpec {
  const short = name.replace('core/', '');
  return {
    group,
    content,
    defining: true,
    attrs: {
      ...COMMON_ATTRIBUTES,
      name: textAttribute(name),
      open: textAttribute(`\n<div class="wp-block-${short}">`),
      close: textAttribute('</div>\n'),
    },
    parseDOM: [{ tag: `div[data-kind="${short}"]` }],
    toDOM: ({ attrs }) => ['div', { ...kindAttribute(short), class: 'holder', 'data-name': String(attrs.name) }, 0],
    ...overrides,
  };
}

const cell = (tag: 'td' | 'th'): Pick<NodeSpec, 'toDOM'> => ({
  toDOM: ({ attrs }) => [
    tag,
    {
      ...(attrs.colspan === 1 ? {} : { colspan: String(attrs.colspan) }),
      ...(attrs.rowspan === 1 ? {} : { rowspan: String(attrs.rowspan) }),
    },
    0,
  ],
});
const tables = tableNodes({ tableGroup: '', cellContent: 'inline*', cellAttributes: { tag: { default: '' } } });

const nodes = {
  doc: { content: 'block+', attrs: { tail: textAttribute('') } },
  paragraph: {
    group: 'block',
    content: 'inline*',
    attrs: { ...COMMON_ATTRIBUTES },
    parseDOM: [{ tag: 'p' }],
    toDOM: ({ attrs }) => ['p', alignmentAttributes(attrs.tag), 0],
  },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { ...COMMON_ATTRIBUTES, tag: textAttribute(' class="wp-block-heading"'), level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(4, Math.max(2, level)), head: headOfLevel(Math.min(4, Math.max(2, level))) },
    })),
    toDOM: ({ attrs }) => [`h${String(attrs.level)}`, alignmentAttributes(attrs.tag), 0],
  },
  list: {
    group: 'block',
    content: 'list_item+',
    attrs: {
      ...COMMON_ATTRIBUTES,
      tag: textAttribute(' class="wp-block-list"'),
      ordered: { default: false },
      bare: { default: false },
    },
    parseDOM: [{ tag: 'ul' }, { tag: 'ol', attrs: { ordered: true, head: '{"ordered":true}' } }],
    toDOM: ({ attrs }) => [attrs.ordered ? 'ol' : 'ul', 0],
  },
  list_item: {
    content: 'paragraph list?',
    defining: true,
    attrs: { ...COMMON_ATTRIBUTES },
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  quote: {
    group: 'block',
    content: 'block+ cite?',
    defining: true,
    attrs: { ...COMMON_ATTRIBUTES, tag: textAttribute(' class="wp-block-quote"'), bare: { default: false } },
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  cite: {
    content: 'inline*',
    defining: true,
    attrs: { tag: textAttribute('') },
    parseDOM: [{ tag: 'blockquote > cite', priority: 60 }],
    toDOM: () => ['p', kindAttribute('cite'), 0],
  },
  pre: {
    group: 'block',
    content: 'inline*',
    code: true,
    defining: true,
    attrs: { ...COMMON_ATTRIBUTES, name: textAttribute('core/code'), tag: textAttribute(' class="wp-block-code"') },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  details: {
    group: 'block',
    content: 'summary block*',
    defining: true,
    isolating: true,
    attrs: { ...COMMON_ATTRIBUTES, tag: textAttribute(' class="wp-block-details"') },
    parseDOM: [{ tag: 'details' }, { tag: 'div[data-kind="details"]' }],
    toDOM: () => ['div', kindAttribute('details'), 0],
  },
  summary: {
    content: 'inline*',
    defining: true,
    attrs: { tag: textAttribute('') },
    parseDOM: [{ tag: 'summary' }, { tag: 'p[data-kind="summary"]', priority: 60 }],
    toDOM: () => ['p', kindAttribute('summary'), 0],
  },
  group: holder('core/group', 'block*'),
  columns: holder('core/columns', 'column+', 'block', { isolating: true }),
  column: holder('core/column', 'block*', '', { isolating: true }),
  buttons: holder('core/buttons', 'button+'),
  button: {
    content: 'inline*',
    marks: 'strong em wrapped',
    defining: true,
    isolating: true,
    attrs: {
      ...COMMON_ATTRIBUTES,
      tag: textAttribute(' class="wp-block-button"'),
      link: textAttribute(' class="wp-block-button__link wp-element-button"'),
      href: textAttribute(''),
    },
    parseDOM: [{ tag: 'div[data-kind="button"]', getAttrs: (element) => ({ href: element.dataset['href'] ?? '' }) }],
    toDOM: ({ attrs }) => ['div', { ...kindAttribute('button'), 'data-href': String(attrs.href) }, ['span', 0]],
  },
  gallery: holder('core/gallery', 'image+'),
  /** Any other block that contains blocks. */
  holder: holder('core/group', '(block | column | button | list_item)*', 'block', { parseDOM: [] }),
  image: {
    group: 'block',
    content: 'inline*',
    defining: true,
    isolating: true,
    attrs: {
      ...COMMON_ATTRIBUTES,
      tag: textAttribute(' class="wp-block-image size-large"'),
      src: textAttribute(''),
      alt: textAttribute(''),
      imageAttributes: textAttribute(''),
      link: nullAttribute,
      caption: textAttribute(' class="wp-element-caption"'),
    },
    parseDOM: [
      {
        tag: 'figure[data-kind="image"]',
        contentElement: 'figcaption',
        getAttrs: ({ dataset }) => ({
          src: dataset['src'] ?? '',
          alt: dataset['alt'] ?? '',
          imageAttributes: dataset['imageAttributes'] ?? '',
          head: dataset['head'] ?? '',
        }),
      },
      {
        tag: 'img[src]',
        getAttrs: (element) =>
          /^https?:/.test(element.getAttribute('src') ?? '')
            ? { src: element.getAttribute('src'), alt: element.getAttribute('alt') ?? '' }
            : false,
      },
    ],
    toDOM: ({ attrs }) => [
      'figure',
      {
        ...kindAttribute('image'),
        'data-src': String(attrs.src),
        'data-alt': String(attrs.alt),
        'data-image-attributes': String(attrs.imageAttributes),
        'data-head': String(attrs.head),
      },
      ['figcaption', 0],
    ],
  },
  table_block: {
    group: 'block',
    content: 'table caption',
    isolating: true,
    attrs: { ...COMMON_ATTRIBUTES, tag: textAttribute(' class="wp-block-table"') },
    parseDOM: [{ tag: 'figure[data-kind="table"]' }],
    toDOM: () => ['figure', { ...kindAttribute('table'), class: 'wp-block-table' }, 0],
  },
  caption: {
    content: 'inline*',
    attrs: { tag: textAttribute(' class="wp-element-caption"') },
    parseDOM: [{ tag: 'figure > figcaption' }],
    toDOM: () => ['figcaption', 0],
  },
  table: { ...tables.table, attrs: { tag: textAttribute(' class="has-fixed-layout"') } },
  table_row: { ...tables.table_row, attrs: { section: textAttribute('tbody'), tag: textAttribute('') } },
  table_cell: { ...tables.table_cell, ...cell('td') },
  table_header: { ...tables.table_header, ...cell('th') },
  /** A block whose text is preserved and edited in a form or as code. */
  opaque: {
    group: 'block',
    atom: true,
    selectable: true,
    draggable: true,
    attrs: { leadingWhitespace: nullAttribute, name: nullAttribute, raw: textAttribute('') },
    parseDOM: [
      {
        tag: 'div[data-kind="opaque"]',
        getAttrs: ({ dataset }) => ({ name: dataset['name'] ?? null, raw: dataset['raw'] ?? '' }),
      },
      {
        tag: 'hr',
        attrs: {
          name: 'core/separator',
          raw: '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'div',
      {
        ...kindAttribute('opaque'),
        'data-raw': String(attrs.raw),
        ...(attrs.name === null ? {} : { 'data-name': String(attrs.name) }),
      },
    ],
  },
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  /** Inline content that is preserved unchanged: a small image, an anchor, a comment. */
  inline_raw: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { raw: textAttribute('') },
    parseDOM: [{ tag: 'span[data-inline-raw]', getAttrs: ({ dataset }) => ({ raw: dataset['inlineRaw'] ?? '' }) }],
    toDOM: ({ attrs }) => ['span', { 'data-inline-raw': String(attrs.raw), title: String(attrs.raw) }, '◆'],
  },
} satisfies Record<string, NodeSpec>;

const marks = {
  link: {
    attrs: { href: textAttribute(''), rest: textAttribute('') },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => ({ href: element.getAttribute('href') ?? '', rest: element.dataset['rest'] ?? '' }),
      },
    ],
    toDOM: ({ attrs }) => [
      'a',
      { href: String(attrs.href), ...(attrs.rest === '' ? {} : { 'data-rest': String(attrs.rest) }) },
      0,
    ],
  },
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'strike' }], toDOM: () => ['s', 0] },
  sub: { excludes: 'sup', parseDOM: [{ tag: 'sub' }], toDOM: () => ['sub', 0] },
  sup: { excludes: 'sub', parseDOM: [{ tag: 'sup' }], toDOM: () => ['sup', 0] },
  /** Any other inline element, stored with its attributes. */
  wrapped: {
    attrs: { element: textAttribute('span'), rest: textAttribute('') },
    excludes: '',
    parseDOM: [
      {
        tag: '[data-wrapped]',
        priority: 60,
        getAttrs: ({ dataset }) => ({ element: dataset['wrapped'] ?? 'span', rest: dataset['rest'] ?? '' }),
      },
      ...['abbr', 'cite', 'del', 'ins', 'kbd', 'mark', 'q', 'small', 'u'].map((element) => ({
        tag: element,
        attrs: { element },
      })),
    ],
    toDOM: ({ attrs }) => [
      String(attrs.element),
      { 'data-wrapped': String(attrs.element), ...(attrs.rest === '' ? {} : { 'data-rest': String(attrs.rest) }) },
      0,
    ],
  },
  code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>;

/** Returns the alignment set by the classes of a block. */
function alignmentAttributes(tag: unknown): Record<string, string> {
  const alignment = /has-text-align-(left|center|right)/.exec(String(tag))?.[1];
  return alignment === undefined ? {} : { 'data-align': alignment };
}

/** Returns the comment JSON of a heading; '' for the default level. */
export function headOfLevel(level: number): string {
  return level === 2 ? '' : `{"level":${level}}`;
}

export const schema = new Schema({ nodes, marks });
