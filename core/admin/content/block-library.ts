import type { BlocksApi, BlockStyle, BlockType, PatternsApi } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import type { BlockControl } from './block-control.js';
import { blockControls } from './block-controls.js';
import { writtenBlocks } from './written-blocks.js';

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

/** What the inserter offers: the blocks that are written in place, then every block that is rendered on the server, by title, then patterns. */
export function blockLibrary(
  { blocks, patterns, textOf, text }: Pick<AdminDeps, 'blocks' | 'patterns' | 'textOf' | 'text'>,
  postType: string,
): OfferedBlock[] {
  const known = writtenBlocks((phrase) => text.__(phrase));
  const written = known.map((block) => ({ description: '', category: 'text', controls: [], ...block }));
  const rendered = [...blocks.getAllRegistered().values()]
    .filter(
      (type) =>
        type.renderCallback !== null && !isOfCore(type) && type.supports['inserter'] !== false && type.parent === null,
    )
    .map((type) => offered(type, blocks, textOf, looksControl(blocks.getBlockStyles(type.name), text.__)))
    .sort((a, b) => a.title.localeCompare(b.title));
  return [...written, ...rendered, ...patternsFor(patterns, postType)];
}

/** Blocks of core that are not written are parts of themes: a text has no use for them. */
function isOfCore({ name }: BlockType): boolean {
  return name.startsWith('core/');
}

/** Patterns that plugins offer for a type of content; they go into the text as a copy. */
function patternsFor(patterns: PatternsApi, postType: string): OfferedBlock[] {
  return [...patterns.getBlockPatterns()]
    .filter(
      ([, pattern]) =>
        pattern.inserter !== false && (pattern.postTypes === undefined || pattern.postTypes.includes(postType)),
    )
    .map(([name, { title, description = '', keywords = [], content }]) => ({
      name,
      title,
      description,
      category: 'pattern',
      keywords: [...keywords, 'pattern'].join(' '),
      markup: content.trim(),
      controls: [],
    }));
}

function offered(
  type: BlockType,
  blocks: BlocksApi,
  textOf: AdminDeps['textOf'],
  looks: readonly BlockControl[],
): OfferedBlock {
  const { __ } = textOf(type.textdomain ?? (type.owner || 'default'));
  return {
    name: type.name,
    title: type.title || type.name,
    description: type.description,
    category: type.category ?? 'widgets',
    keywords: type.keywords.join(' '),
    markup: blocks.getCommentDelimitedBlockContent(type.name, {}, ''),
    controls: [...blockControls(type, (text) => __(text)), ...looks],
  };
}

/** The choice among the looks of a block, which are classes of it. */
function looksControl(styles: readonly BlockStyle[], translate: (text: string) => string): readonly BlockControl[] {
  const choices = styles
    .filter(({ isDefault }) => isDefault !== true)
    .map(({ name, label = name }) => ({ value: `is-style-${name}`, label }));
  return choices.length === 0
    ? []
    : [{ name: 'className', kind: 'select', label: translate('Style'), help: '', value: null, choices }];
}
