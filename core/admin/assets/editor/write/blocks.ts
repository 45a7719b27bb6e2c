import { closeHistory } from 'prosemirror-history';
import { type Node as PmNode, Fragment, type ResolvedPos } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { schema } from '../text/schema.js';

/** Nodes that are treated as blocks of their own even inside other blocks. */
const NESTED_BLOCKS = new Set(['column', 'button', 'image']);

/** A block and its position in the document. */
export interface BlockPosition {
  readonly pos: number;
  readonly node: PmNode;
}

/** Returns the innermost block around the caret, or the selected block. */
export function currentBlock({ selection }: EditorState): BlockPosition | undefined {
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return { pos: selection.from, node: selection.node };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (isBlockIn($from, depth)) return { pos: $from.before(depth), node };
  }
  return undefined;
}

function isBlockIn($pos: ResolvedPos, depth: number): boolean {
  const node = $pos.node(depth);
  const parent = $pos.node(depth - 1).type.name;
  return (node.type.isInGroup('block') && parent !== 'list_item') || NESTED_BLOCKS.has(node.type.name);
}

/** Returns the blocks around the caret, outermost first. */
export function blocksAround(state: EditorState): readonly BlockPosition[] {
  const { $from } = state.selection;
  const found: BlockPosition[] = [];
  for (let depth = 1; depth <= $from.depth; depth += 1)
    if (isBlockIn($from, depth)) found.push({ pos: $from.before(depth), node: $from.node(depth) });
  if (state.selection instanceof NodeSelection) found.push({ pos: state.selection.from, node: state.selection.node });
  return found;
}

/** Swaps the block with its neighbor; the selection moves along. Each move is a separate undo step. */
export function moveBlock(by: -1 | 1): Command {
  return (state, dispatch) => {
    const block = currentBlock(state);
    if (!block) return false;
    const $pos = state.doc.resolve(block.pos);
    const neighbor = $pos.parent.maybeChild($pos.index() + by);
    if (!neighbor || neighbor.type === schema.nodes.cite || neighbor.type === schema.nodes.summary) return false;
    if (!dispatch) return true;
    const [first, second] = by < 0 ? [neighbor, block.node] : [block.node, neighbor];
    const start = by < 0 ? block.pos - neighbor.nodeSize : block.pos;
    // The whitespace before a block is stored in its attributes, but stays in place when blocks are swapped.
    const swapped = [withLeadingWhitespace(second, first), withLeadingWhitespace(first, second)];
    const tr = closeHistory(state.tr).replaceWith(start, start + first.nodeSize + second.nodeSize, swapped);
    const offset = (by < 0 ? start : start + second.nodeSize) - block.pos;
    const { selection } = state;
    tr.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + offset)
        : TextSelection.create(tr.doc, selection.anchor + offset, selection.head + offset),
    );
    dispatch(tr.scrollIntoView());
    return true;
  };
}

function withLeadingWhitespace(node: PmNode, original: PmNode): PmNode {
  const leadingWhitespace: unknown = original.attrs.leadingWhitespace;
  return 'leadingWhitespace' in node.attrs && node.attrs.leadingWhitespace !== leadingWhitespace
    ? node.type.create({ ...node.attrs, leadingWhitespace }, node.content, node.marks)
    : node;
}

/** Removes a block from the text. */
export const removeBlock: Command = (state, dispatch) => {
  const block = currentBlock(state);
  if (!block) return false;
  if (!dispatch) return true;
  dispatch(deleteBlock(closeHistory(state.tr), block).scrollIntoView());
  return true;
};

/** Deletes a block and any ancestors that would be left empty. */
export function deleteBlock(tr: Transaction, { pos, node }: BlockPosition): Transaction {
  let $pos = tr.doc.resolve(pos);
  let size = node.nodeSize;
  while ($pos.depth > 0 && !$pos.parent.canReplace($pos.index(), $pos.index() + 1)) {
    size = $pos.parent.nodeSize;
    $pos = tr.doc.resolve($pos.before());
  }
  if ($pos.depth === 0 && tr.doc.childCount === 1)
    tr.replaceWith(0, tr.doc.content.size, schema.nodes.paragraph.create());
  else tr.delete($pos.pos, $pos.pos + size);
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min($pos.pos, tr.doc.content.size)), -1));
}

/**
 * Inserts blocks after the current one, or instead of it if it is an empty paragraph, and moves the caret into the
 * first.
 */
export function insertBlocks(state: EditorState, blocks: readonly PmNode[]): Transaction {
  const tr = closeHistory(state.tr);
  const content = Fragment.from(
    blocks.map((node) =>
      'leadingWhitespace' in node.attrs
        ? node.type.create({ ...node.attrs, leadingWhitespace: null }, node.content, node.marks)
        : node,
    ),
  );
  const block = [...blocksAround(state)].reverse().find(({ pos }) => {
    const $pos = state.doc.resolve(pos);
    return $pos.parent.canReplace($pos.index() + 1, $pos.index() + 1, content);
  });
  const isEmpty = block?.node.type === schema.nodes.paragraph && block.node.content.size === 0;
  const afterBlock = block ? block.pos + block.node.nodeSize : state.doc.content.size;
  const insertPos = isEmpty ? block.pos : afterBlock;
  if (isEmpty) tr.replaceWith(insertPos, insertPos + block.node.nodeSize, content);
  else tr.insert(insertPos, content);
  return tr
    .setSelection(
      blocks[0]?.isAtom ? NodeSelection.create(tr.doc, insertPos) : Selection.near(tr.doc.resolve(insertPos)),
    )
    .scrollIntoView();
}

/** Text typed while a non-text block is selected goes into a new paragraph after it instead of replacing it. */
export function typeAfterBlock({ selection, tr }: EditorState, text: string): Transaction | undefined {
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return undefined;
  const position = tr.doc.resolve(selection.to);
  const paragraph = schema.nodes.paragraph.create(null, schema.text(text));
  if (!position.parent.canReplaceWith(position.index(), position.index(), paragraph.type)) return undefined;
  tr.insert(selection.to, paragraph);
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length)).scrollIntoView();
}
