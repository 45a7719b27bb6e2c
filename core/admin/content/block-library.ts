import type { BlocksApi, BlockStyle, BlockType, PatternsApi } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import type { BlockControl } from './block-control.js';
import { blockControls } from './block-controls.js';
import { listEditableBlocks } from './written-blocks.js';

/** A block offered by the inserter. */
interface OfferedBlock {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly keywords: string;
  /** The markup inserted into the text. */
  readonly markup: string;
  /** The settings shown beside its preview. */
  readonly controls: readonly BlockControl[];
}

/**
 * Returns the inserter's content: blocks edited in place, then blocks rendered on the server, sorted by title, then
 * patterns.
 */
export function blockLibrary(
  { blocks, patterns, translationsOf, text }: Pick<AdminDeps, 'blocks' | 'patterns' | 'translationsOf' | 'text'>,
  postType: string,
): OfferedBlock[] {
  const editableBlocks = listEditableBlocks((phrase) => text.__(phrase));
  const editable = editableBlocks.map((block) => ({ description: '', category: 'text', controls: [], ...block }));
  const rendered = [...blocks.getAllRegistered().values()]
    .filter(
      (type) =>
        type.renderCallback !== null &&
        !isCoreBlock(type) &&
        type.supports['inserter'] !== false &&
        type.parent === null,
    )
    .map((type) =>
      toLibraryBlock(type, blocks, translationsOf, blockStyleControls(blocks.getBlockStyles(type.name), text.__)),
    )
    .sort((a, b) => a.title.localeCompare(b.title));
  return [...editable, ...rendered, ...patternsFor(patterns, postType)];
}

/** Core blocks that are not edited in place are parts of themes and useless within a text. */
function isCoreBlock({ name }: BlockType): boolean {
  return name.startsWith('core/');
}

/** Returns the patterns that plugins offer for a post type; they are inserted as copies. */
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

function toLibraryBlock(
  type: BlockType,
  blocks: BlocksApi,
  textOf: AdminDeps['translationsOf'],
  styleControls: readonly BlockControl[],
): OfferedBlock {
  const { __ } = textOf(type.textdomain ?? (type.owner || 'default'));
  return {
    name: type.name,
    title: type.title || type.name,
    description: type.description,
    category: type.category ?? 'widgets',
    keywords: type.keywords.join(' '),
    markup: blocks.getCommentDelimitedBlockContent(type.name, {}, ''),
    controls: [...blockControls(type, (text) => __(text)), ...styleControls],
  };
}

/** Returns the control that selects a block style, which is stored as a class. */
function blockStyleControls(
  styles: readonly BlockStyle[],
  translate: (text: string) => string,
): readonly BlockControl[] {
  const choices = styles
    .filter(({ isDefault }) => isDefault !== true)
    .map(({ name, label = name }) => ({ value: `is-style-${name}`, label }));
  return choices.length === 0
    ? []
    : [{ name: 'className', kind: 'select', label: translate('Style'), help: '', value: null, choices }];
}
