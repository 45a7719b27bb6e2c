import type { BlockAttributes, BlocksApi, BlockTypeSettings, ParsedBlock } from '../../api/blocks.js';
import type { Formatting } from '../../api/formatting.js';
import { toBool, toInt } from '../../formatting/php/numeric.js';
import { addClass, classOf, type HtmlTag, htmlTags } from './html-tags.js';
import { frameUrl } from './embed-frames.js';

interface CoreBlockOptions {
  formatting: Pick<Formatting, 'escAttr' | 'escHtml' | 'escUrl' | 'wpautop'>;
  siteTitle: () => Promise<string>;
  homeUrl: () => string;
  /** Returns a post's title as HTML; '' if it has none. */
  postTitle: (id: number) => Promise<string>;
  /** Returns the content of a pattern; undefined if there is none of that name. */
  patternContent: (name: string) => string | undefined;
}

function layoutClasses(name: string, attributes: BlockAttributes, fallback: string): string[] {
  const layout = (attributes['layout'] ?? {}) as Record<string, unknown>;
  const legacy = toBool(layout['inherit']) || toBool(layout['contentSize']);
  const declaredType = typeof layout['type'] === 'string' ? layout['type'] : fallback;
  const type = legacy ? 'constrained' : declaredType;
  const kind = type === 'default' ? 'flow' : type;
  const classes: string[] = [];
  if (typeof layout['orientation'] === 'string') classes.push(`is-${layout['orientation']}`);
  if (typeof layout['justifyContent'] === 'string')
    classes.push(`is-content-justification-${layout['justifyContent']}`);
  if (layout['flexWrap'] === 'nowrap') classes.push('is-nowrap');
  return [...classes, `is-layout-${kind}`, `wp-block-${name}-is-layout-${kind}`];
}

const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Returns the class of the innermost element that contains the inner blocks. */
function innerWrapperClass([first, ...rest]: ParsedBlock['innerContent']): string {
  if (typeof first !== 'string' || rest.length === 0) return '';
  const openClasses: string[] = [];
  for (const tag of htmlTags(first)) {
    if (tag.closing) openClasses.pop();
    else if (!VOID_ELEMENTS.has(tag.name)) openClasses.push(classOf(tag));
  }
  return openClasses.reverse().find((openClass) => openClass !== '') ?? '';
}

function layoutBlock(name: string, fallback = 'flow'): BlockTypeSettings {
  return {
    renderCallback: (attributes, content, block) => {
      const wrapperClass = innerWrapperClass(block.parsedBlock.innerContent);
      return addClass(
        content,
        (tag) => wrapperClass === '' || classOf(tag).includes(wrapperClass),
        layoutClasses(name, attributes, fallback),
      );
    },
  };
}

function blockWithClass(elements: readonly string[], name: string): BlockTypeSettings {
  return { renderCallback: (_attributes, content) => addClass(content, (tag) => elements.includes(tag.name), [name]) };
}

/** Context key: the names of the patterns around a block. */
const OUTER_PATTERNS = 'plinth/patterns';

/** Renders the content of a referenced pattern; a pattern that contains itself renders nothing there. */
function patternBlock(
  blocks: Pick<BlocksApi, 'doBlocks'>,
  patternContent: CoreBlockOptions['patternContent'],
): BlockTypeSettings {
  return {
    attributes: { slug: { type: 'string' } },
    supports: { inserter: false },
    usesContext: [OUTER_PATTERNS],
    renderCallback({ slug }, _content, { context }) {
      const outerPatterns = (context[OUTER_PATTERNS] ?? []) as readonly string[];
      const content = typeof slug === 'string' && !outerPatterns.includes(slug) ? patternContent(slug) : undefined;
      return content === undefined ? '' : blocks.doBlocks(content, { [OUTER_PATTERNS]: [...outerPatterns, slug] });
    },
  };
}

/** An image without a URL renders nothing. */
const imageBlock: BlockTypeSettings = {
  renderCallback(_attributes, content) {
    for (const tag of htmlTags(content)) {
      if (tag.name !== 'img' || tag.closing) continue;
      const source = tag.attributes.find(({ name }) => name === 'src');
      return source === undefined || source.value === '' || source.value === '0' ? '' : content;
    }
    return '';
  },
};

/** A button without content renders nothing. */
const buttonBlock: BlockTypeSettings = {
  renderCallback(_attributes, content) {
    let last: HtmlTag | undefined;
    for (const tag of htmlTags(content)) {
      if (tag.closing) continue;
      last = tag;
      if (tag.name === 'a' || tag.name === 'button') break;
    }
    if (!last) return content;
    const afterTag = content.slice(last.end).replace(/^(?:<!--[^-]*(?:-(?!->)[^-]*)*-->)+/, '');
    const closes = new RegExp(`^(?:</?${last.name.replace(/[^a-z0-9]/g, '\\$&')}(?=[\\s/>])|$)`, 'i').test(afterTag);
    return closes ? '' : content;
  },
};

/** Matches a URL that is the only content between two tags. */
const LONE_URL = />\s*(https?:\/\/[^\s<>"]+)\s*</;

/**
 * An external page is rendered as a link, so that no third party is contacted unless the visitor follows the link or
 * asks to see the content here.
 */
function embedBlock({ formatting }: Pick<CoreBlockOptions, 'formatting'>): BlockTypeSettings {
  return {
    renderCallback: (_attributes, content) =>
      content.replace(LONE_URL, (_all, escapedUrl: string) => {
        const url = escapedUrl.replaceAll('&amp;', '&');
        const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
        const frame = frameUrl(url);
        return `><a href="${formatting.escUrl(url)}"${frame === undefined ? '' : ` data-frame="${formatting.escAttr(frame)}"`}><strong>${formatting.escHtml(host)}</strong> <span>${formatting.escHtml(url)}</span></a><`;
      }),
  };
}

/** Returns the heading element of a level: `h1` … `h6`, or `p` for level 0. */
function headingTag(level: unknown, fallback: number): string {
  const requestedLevel = level === undefined ? fallback : toInt(level);
  return requestedLevel === 0 ? 'p' : `h${requestedLevel}`;
}

/**
 * Returns the attributes of a block's outermost element: those set by the author, followed by the block's own class.
 */
function wrapperAttributes(
  attributes: BlockAttributes,
  blockClass: string,
  escAttr: (text: unknown) => string,
): string {
  const text = (name: string): string => {
    const value = attributes[name];
    return typeof value === 'string' ? value : '';
  };
  const classes = [
    text('textAlign') && `has-text-align-${text('textAlign')}`,
    text('align') && `align${text('align')}`,
    text('className'),
    blockClass,
  ];
  const id = text('anchor') === '' ? '' : ` id="${escAttr(text('anchor'))}"`;
  return `class="${escAttr(
    classes
      .join(' ')
      .split(/\s+/)
      .filter((className) => className !== '')
      .join(' '),
  )}"${id}`;
}

function siteTitleBlock({ formatting, siteTitle, homeUrl }: CoreBlockOptions): BlockTypeSettings {
  return {
    attributes: {
      level: { type: 'integer', default: 1 },
      isLink: { type: 'boolean', default: true },
      linkTarget: { type: 'string', default: '_self' },
      textAlign: { type: 'string' },
    },
    renderCallback: async (attributes) => {
      const title = await siteTitle();
      if (title === '') return '';
      const tag = headingTag(attributes['level'], 1);
      const target = formatting.escAttr(attributes['linkTarget']);
      const text = formatting.escHtml(title);
      const titleHtml = toBool(attributes['isLink'])
        ? `<a href="${formatting.escUrl(homeUrl())}" target="${target}" rel="home">${text}</a>`
        : text;
      return `<${tag} ${wrapperAttributes(attributes, 'wp-block-site-title', formatting.escAttr)}>${titleHtml}</${tag}>`;
    },
  };
}

function postTitleBlock({ formatting, postTitle }: CoreBlockOptions): BlockTypeSettings {
  return {
    attributes: { level: { type: 'integer', default: 2 }, textAlign: { type: 'string' } },
    usesContext: ['postId', 'postType', 'queryId'],
    renderCallback: async (attributes, _content, block) => {
      const id = block.context['postId'];
      if (typeof id !== 'number') return '';
      const title = await postTitle(id);
      const tag = headingTag(attributes['level'], 2);
      return title === ''
        ? ''
        : `<${tag} ${wrapperAttributes(attributes, 'wp-block-post-title', formatting.escAttr)}>${title}</${tag}>`;
    },
  };
}

/** Registers the core blocks: those that are rendered on the server, and the names of the others. */
export function registerCoreBlocks(blocks: BlocksApi, options: CoreBlockOptions): void {
  const types: Record<string, BlockTypeSettings> = {
    paragraph: blockWithClass(['p'], 'wp-block-paragraph'),
    heading: blockWithClass(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], 'wp-block-heading'),
    list: blockWithClass(['ol', 'ul'], 'wp-block-list'),
    group: layoutBlock('group'),
    column: layoutBlock('column'),
    columns: layoutBlock('columns', 'flex'),
    buttons: layoutBlock('buttons', 'flex'),
    quote: layoutBlock('quote'),
    details: layoutBlock('details'),
    cover: layoutBlock('cover'),
    image: imageBlock,
    button: buttonBlock,
    embed: embedBlock(options),
    shortcode: { renderCallback: (_attributes, content) => options.formatting.wpautop(content) },
    'site-title': siteTitleBlock(options),
    'post-title': postTitleBlock(options),
    pattern: patternBlock(blocks, options.patternContent),
  };
  const staticBlocks = [
    'html',
    'freeform',
    'list-item',
    'separator',
    'spacer',
    'code',
    'preformatted',
    'pullquote',
    'table',
    'verse',
    'more',
    'nextpage',
    'media-text',
  ];
  for (const name of staticBlocks) types[name] = {};
  for (const [name, settings] of Object.entries(types)) blocks.registerBlockType(`core/${name}`, settings);
}
