import { closeHistory } from 'prosemirror-history';
import { type Node as TextNode, Fragment, type ResolvedPos } from 'prosemirror-model';
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

/** The position of a block in the text. */
export interface BlockPlace {
  readonly pos: number;
  readonly node: TextNode;
}

/** Returns the innermost block around the caret, or the selected block. */
export function currentBlock({ selection }: EditorState): BlockPlace | undefined {
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return { pos: selection.from, node: selection.node };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (isBlockIn($from, depth)) return { pos: $from.before(depth), node };
  }
  return undefined;
}

function isBlockIn($at: ResolvedPos, depth: number): boolean {
  const node = $at.node(depth);
  const parent = $at.node(depth - 1).type.name;
  return (node.type.isInGroup('block') && parent !== 'list_item') || NESTED_BLOCKS.has(node.type.name);
}

/** Returns the blocks around the caret, outermost first. */
export function blocksAround(state: EditorState): readonly BlockPlace[] {
  const { $from } = state.selection;
  const found: BlockPlace[] = [];
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
    const $at = state.doc.resolve(block.pos);
    const neighbor = $at.parent.maybeChild($at.index() + by);
    if (!neighbor || neighbor.type === schema.nodes.cite || neighbor.type === schema.nodes.summary) return false;
    if (!dispatch) return true;
    const [first, second] = by < 0 ? [neighbor, block.node] : [block.node, neighbor];
    const start = by < 0 ? block.pos - neighbor.nodeSize : block.pos;
    // The whitespace between two blocks belongs to the position, not to the block.
    const swapped = [withGap(second, first), withGap(first, second)];
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

function withGap(node: TextNode, original: TextNode): TextNode {
  const gap: unknown = original.attrs.gap;
  return 'gap' in node.attrs && node.attrs.gap !== gap
    ? node.type.create({ ...node.attrs, gap }, node.content, node.marks)
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
export function deleteBlock(tr: Transaction, { pos, node }: BlockPlace): Transaction {
  let $at = tr.doc.resolve(pos);
  let size = node.nodeSize;
  while ($at.depth > 0 && !$at.parent.canReplace($at.index(), $at.index() + 1)) {
    size = $at.parent.nodeSize;
    $at = tr.doc.resolve($at.before());
  }
  if ($at.depth === 0 && tr.doc.childCount === 1)
    tr.replaceWith(0, tr.doc.content.size, schema.nodes.paragraph.create());
  else tr.delete($at.pos, $at.pos + size);
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min($at.pos, tr.doc.content.size)), -1));
}

/**
 * Inserts blocks after the current one, or instead of it if it is an empty paragraph, and moves the caret into the
 * first.
 */
export function insertBlocks(state: EditorState, blocks: readonly TextNode[]): Transaction {
  const tr = closeHistory(state.tr);
  const content = Fragment.from(
    blocks.map((node) =>
      'gap' in node.attrs ? node.type.create({ ...node.attrs, gap: null }, node.content, node.marks) : node,
    ),
  );
  const block = [...blocksAround(state)].reverse().find(({ pos }) => {
    const $at = state.doc.resolve(pos);
    return $at.parent.canReplace($at.index() + 1, $at.index() + 1, content);
  });
  const isEmpty = block?.node.type === schema.nodes.paragraph && block.node.content.size === 0;
  const afterBlock = block ? block.pos + block.node.nodeSize : state.doc.content.size;
  const at = isEmpty ? block.pos : afterBlock;
  if (isEmpty) tr.replaceWith(at, at + block.node.nodeSize, content);
  else tr.insert(at, content);
  return tr
    .setSelection(blocks[0]?.isAtom ? NodeSelection.create(tr.doc, at) : Selection.near(tr.doc.resolve(at)))
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
