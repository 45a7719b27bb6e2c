import type { BlockAttributes, BlocksApi, BlockTypeSettings } from '../../api/blocks.js';
import type { Formatting } from '../../api/formatting.js';
import type { MaybePromise } from '../../api/hooks.js';
import { then } from '../in-order.js';
import { addClass } from './add-class.js';

export interface CoreBlockOptions {
  formatting: Pick<Formatting, 'escAttr' | 'escHtml' | 'escUrl' | 'wpautop'>;
  siteTitle: () => MaybePromise<string>;
  homeUrl: () => string;
  /** A post's title as HTML, '' when there is none. */
  postTitle: (id: number) => MaybePromise<string>;
}

function layoutClasses(name: string, attributes: BlockAttributes, fallback: string): string[] {
  const layout = (attributes['layout'] ?? {}) as Record<string, unknown>;
  const type = typeof layout['type'] === 'string' ? layout['type'] : fallback;
  const kind = type === 'default' ? 'flow' : type;
  const classes: string[] = [];
  if (typeof layout['orientation'] === 'string') classes.push(`is-${layout['orientation']}`);
  if (typeof layout['justifyContent'] === 'string') classes.push(`is-content-justification-${layout['justifyContent']}`);
  if (layout['flexWrap'] === 'nowrap') classes.push('is-nowrap');
  return [...classes, `is-layout-${kind}`, `wp-block-${name}-is-layout-${kind}`];
}

function wrapper(name: string, fallback = 'flow'): BlockTypeSettings {
  return { renderCallback: (attributes, content) => addClass(content, '[a-z][a-z0-9-]*', layoutClasses(name, attributes, fallback)) };
}

function marked(elements: string, name: string): BlockTypeSettings {
  return { renderCallback: (_attributes, content) => addClass(content, elements, [name]) };
}

/** `h1` … `h6`, or `p` for level 0. */
function headingTag(level: unknown, fallback: number): string {
  const wanted = typeof level === 'number' ? level : fallback;
  return wanted === 0 ? 'p' : `h${wanted}`;
}

function alignClass(attributes: BlockAttributes, escAttr: (text: unknown) => string): string {
  const align = attributes['textAlign'];
  return typeof align === 'string' && align !== '' ? ` has-text-align-${escAttr(align)}` : '';
}

function siteTitleBlock({ formatting, siteTitle, homeUrl }: CoreBlockOptions): BlockTypeSettings {
  return {
    attributes: {
      level: { type: 'integer', default: 1 },
      isLink: { type: 'boolean', default: true },
      linkTarget: { type: 'string', default: '_self' },
      textAlign: { type: 'string' },
    },
    renderCallback: (attributes) =>
      then(siteTitle(), (title) => {
        if (title === '') return '';
        const tag = headingTag(attributes['level'], 1);
        const target = formatting.escAttr(attributes['linkTarget']);
        const text = formatting.escHtml(title);
        const shown = attributes['isLink'] === true ? `<a href="${formatting.escUrl(homeUrl())}" target="${target}" rel="home">${text}</a>` : text;
        return `<${tag} class="wp-block-site-title${alignClass(attributes, formatting.escAttr)}">${shown}</${tag}>`;
      }),
  };
}

function postTitleBlock({ formatting, postTitle }: CoreBlockOptions): BlockTypeSettings {
  return {
    attributes: { level: { type: 'integer', default: 2 }, textAlign: { type: 'string' } },
    usesContext: ['postId', 'postType', 'queryId'],
    renderCallback: (attributes, _content, block) => {
      const id = block.context['postId'];
      if (typeof id !== 'number') return '';
      return then(postTitle(id), (title) => {
        const tag = headingTag(attributes['level'], 2);
        return title === '' ? '' : `<${tag} class="wp-block-post-title${alignClass(attributes, formatting.escAttr)}">${title}</${tag}>`;
      });
    },
  };
}

/** Registers the blocks of core that need the server, and those that are only known by name. */
export function registerCoreBlocks(blocks: BlocksApi, options: CoreBlockOptions): void {
  const types: Record<string, BlockTypeSettings> = {
    paragraph: marked('p', 'wp-block-paragraph'),
    heading: marked('h[1-6]', 'wp-block-heading'),
    list: marked('ol|ul', 'wp-block-list'),
    group: wrapper('group'),
    column: wrapper('column'),
    columns: wrapper('columns', 'flex'),
    buttons: wrapper('buttons', 'flex'),
    quote: wrapper('quote'),
    shortcode: { renderCallback: (_attributes, content) => options.formatting.wpautop(content) },
    'site-title': siteTitleBlock(options),
    'post-title': postTitleBlock(options),
  };
  const plain = ['html', 'freeform', 'list-item', 'separator', 'spacer', 'image', 'code', 'preformatted', 'pullquote', 'table', 'verse', 'more', 'nextpage', 'button', 'media-text'];
  for (const name of plain) types[name] = {};
  for (const [name, settings] of Object.entries(types)) blocks.registerBlockType(`core/${name}`, settings);
}
