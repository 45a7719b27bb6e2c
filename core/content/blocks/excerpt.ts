import { type HookApi, mapSeries } from '../../api/index.js';
import type { ParsedBlock } from '../../api/blocks.js';
import { parseBlocks, hasBlocks } from './parse.js';

const TEXT_BLOCKS: readonly (string | null)[] = [
  null,
  'core/freeform',
  'core/heading',
  'core/html',
  'core/list',
  'core/media-text',
  'core/paragraph',
  'core/preformatted',
  'core/pullquote',
  'core/quote',
  'core/table',
  'core/verse',
];
const WRAPPERS: readonly (string | null)[] = ['core/columns', 'core/column', 'core/group'];

/** Renders only the blocks of a text that are allowed in an excerpt (`excerpt_remove_blocks`). */
export async function excerptBlocks(
  content: string,
  hooks: HookApi,
  render: (block: ParsedBlock) => Promise<string>,
): Promise<string> {
  if (!hasBlocks(content)) return content;
  const wrappers = hooks.applyFiltersSync('excerpt_allowed_wrapper_blocks', WRAPPERS);
  const allowed = hooks.applyFiltersSync('excerpt_allowed_blocks', [...TEXT_BLOCKS, ...wrappers]);
  const renderInner = async (block: ParsedBlock): Promise<string> =>
    renderBlocks(block.innerBlocks, async (inner) => {
      if (!allowed.includes(inner.blockName)) return '';
      return inner.innerBlocks.length === 0 ? render(inner) : renderInner(inner);
    });
  return renderBlocks(parseBlocks(content), async (block) => {
    if (!allowed.includes(block.blockName)) return '';
    if (block.innerBlocks.length > 0) {
      if (wrappers.includes(block.blockName)) return renderInner(block);
      if (block.innerBlocks.some((inner) => !TEXT_BLOCKS.includes(inner.blockName) || inner.innerBlocks.length > 0))
        return '';
    }
    return render(block);
  });
}

async function renderBlocks(
  blocks: readonly ParsedBlock[],
  render: (block: ParsedBlock) => Promise<string>,
): Promise<string> {
  const parts = await mapSeries(blocks, render);
  return parts.join('');
}
