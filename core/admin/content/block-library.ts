import type { BlocksApi, BlockType } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { type BlockControl, blockControls } from './block-controls.js';

/** A block as the inserter offers it. */
interface OfferedBlock {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly keywords: string;
  /** What it writes into the text. */
  readonly markup: string;
  /** What can be set of it beside its preview. */
  readonly controls: readonly BlockControl[];
}

/** The text blocks whose markup a person edits directly, with what a new one holds. */
const WRITTEN: Readonly<Record<string, { title: string; markup: string }>> = {
  'core/paragraph': { title: 'Paragraph', markup: '<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->' },
  'core/heading': { title: 'Heading', markup: '<!-- wp:heading -->\n<h2 class="wp-block-heading"></h2>\n<!-- /wp:heading -->' },
  'core/list': { title: 'List', markup: '<!-- wp:list -->\n<ul class="wp-block-list"><li></li></ul>\n<!-- /wp:list -->' },
  'core/quote': { title: 'Quote', markup: '<!-- wp:quote -->\n<blockquote class="wp-block-quote"><p></p></blockquote>\n<!-- /wp:quote -->' },
  'core/table': { title: 'Table', markup: '<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td></td><td></td></tr></tbody></table></figure>\n<!-- /wp:table -->' },
  'core/separator': { title: 'Separator', markup: '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->' },
  'core/html': { title: 'Custom HTML', markup: '<!-- wp:html -->\n\n<!-- /wp:html -->' },
  'core/shortcode': { title: 'Shortcode', markup: '<!-- wp:shortcode -->\n\n<!-- /wp:shortcode -->' },
};

/** What the inserter offers: the text blocks, then every block that is rendered on the server, by title. */
export function blockLibrary(blocks: BlocksApi, translate: (text: string) => string, textOf: AdminDeps['textOf']): OfferedBlock[] {
  const written = Object.entries(WRITTEN).map(([name, { title, markup }]) => ({ name, title: translate(title), description: '', category: 'text', keywords: '', markup, controls: [] }));
  const rendered = [...blocks.getAllRegistered().values()]
    .filter((type) => type.renderCallback !== null && !(type.name in WRITTEN) && type.supports['inserter'] !== false && type.parent === null)
    .map((type) => offered(type, blocks, textOf))
    .sort((a, b) => a.title.localeCompare(b.title));
  return [...written, ...rendered];
}

function offered(type: BlockType, blocks: BlocksApi, textOf: AdminDeps['textOf']): OfferedBlock {
  const { __ } = textOf(type.textdomain ?? (type.owner || 'default'));
  return {
    name: type.name,
    title: type.title || type.name,
    description: type.description,
    category: type.category ?? 'widgets',
    keywords: type.keywords.join(' '),
    markup: blocks.getCommentDelimitedBlockContent(type.name, {}, ''),
    controls: blockControls(type, (text) => __(text)),
  };
}
