import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  deleteSelection,
  exitCode,
  joinBackward,
  joinTextblockBackward,
  joinTextblockForward,
  liftEmptyBlock,
  newlineInCode,
  selectAll,
  selectNodeBackward,
  splitBlockAs,
  toggleMark,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, Plugin, TextSelection } from 'prosemirror-state';
import { goToNextCell, isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { parseAttributes, serializeAttributes } from '../text/grammar.js';
import { schema } from '../text/schema.js';
import { moveBlock, removeBlock } from './blocks.js';

const { nodes, marks } = schema;
/** Lines that are part of a block: after the last of them, Enter continues below the block. */
const LAST_LINES = [nodes.cite, nodes.caption, nodes.image, nodes.button];

/** Inserts a line break. */
const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create(), true).scrollIntoView());
  return true;
};

/** Inserts a line break in a table cell. */
const breakCell: Command = (state, dispatch) =>
  isInTable(state) && state.selection instanceof TextSelection && breakLine(state, dispatch);

/**
 * In a caption, a citation or a button, Enter starts a new paragraph after the block; in a summary it moves into the
 * block.
 */
const leaveLine: Command = ({ selection, tr }, dispatch) => {
  const { $from, $to } = selection;
  const { type } = $from.parent;
  if (!$from.sameParent($to)) return false;
  if (type === nodes.summary) {
    dispatch?.(
      tr
        .insert($from.after(), nodes.paragraph.create())
        .setSelection(TextSelection.create(tr.doc, $from.after() + 1))
        .scrollIntoView(),
    );
    return true;
  }
  if (!LAST_LINES.includes(type)) return false;
  const isInner = type !== nodes.image || $from.node(-1).type === nodes.gallery;
  const insertPos = isInner ? $from.after(-1) : $from.after();
  if (!isInner || $from.node(-1).isBlock) {
    const position = tr.doc.resolve(insertPos);
    if (!position.parent.canReplaceWith(position.index(), position.index(), nodes.paragraph)) return false;
    dispatch?.(
      tr
        .insert(insertPos, nodes.paragraph.create())
        .setSelection(TextSelection.create(tr.doc, insertPos + 1))
        .scrollIntoView(),
    );
  }
  return true;
};

/** Splits a line into two of the same kind. Attributes that must be unique on a page stay with the first. */
const splitLine = splitBlockAs((node, atEnd) => {
  if (node.type !== nodes.paragraph && (atEnd || node.type !== nodes.heading)) return null;
  const { anchor: _anchor, ...otherAttributes } = parseAttributes(String(node.attrs.head));
  return {
    type: node.type,
    attrs: {
      ...node.attrs,
      origin: null,
      leadingWhitespace: null,
      head: serializeAttributes(otherAttributes),
      tag: String(node.attrs.tag).replace(/ id="[^"]*"/, ''),
    },
  };
});

/** At the start of a list's first item or a quote's first line, Backspace moves it out of the block. */
const liftFirstLine: Command = (state, dispatch, view) => {
  const { $cursor } = state.selection as TextSelection;
  if (!$cursor || (view ? !view.endOfTextblock('backward', state) : $cursor.parentOffset > 0)) return false;
  if ($cursor.depth > 1 && $cursor.node(-1).type === nodes.list_item)
    return $cursor.index(-2) === 0 && liftListItem(nodes.list_item)(state, dispatch);
  if ($cursor.depth > 1 && $cursor.node(-1).type === nodes.quote && $cursor.index(-1) === 0)
    return liftFirstBlock(state, dispatch);
  return false;
};

/** Lifts the first block out of its container. */
const liftFirstBlock: Command = ({ selection, tr }, dispatch) => {
  const range = selection.$from.blockRange();
  if (
    !range ||
    range.depth === 0 ||
    (range.parent.type === nodes.quote &&
      range.parent.childCount > 1 &&
      range.parent.lastChild?.type === nodes.cite &&
      range.parent.childCount === 2)
  )
    return false;
  dispatch?.(tr.lift(range, range.depth - 1).scrollIntoView());
  return true;
};

/** Deletes an empty paragraph if the block before it cannot be joined. */
const deleteEmptyParagraph: Command = (state, dispatch) => {
  const { $cursor } = state.selection as TextSelection;
  if (
    !$cursor ||
    $cursor.parent.type !== nodes.paragraph ||
    $cursor.parent.content.size > 0 ||
    $cursor.parentOffset > 0
  )
    return false;
  const before = state.doc.resolve($cursor.before()).nodeBefore;
  if (!before?.isAtom) return false;
  return selectNodeBackward(state, (tr) =>
    dispatch?.(tr.delete(tr.mapping.map($cursor.before()), tr.mapping.map($cursor.after()))),
  );
};

/** Selects the line with the caret first, then everything. */
const selectLine: Command = ({ selection, tr }, dispatch) => {
  const { $from, $to, from, to } = selection;
  if (
    !$from.sameParent($to) ||
    !$from.parent.isTextblock ||
    $from.parent.content.size === 0 ||
    (from === $from.start() && to === $from.end())
  )
    return false;
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.start(), $from.end())));
  return true;
};

/** The editor's keyboard shortcuts. Marks use the usual keys; Alt+Shift with an arrow key moves a block. */
export function keyPlugins(openLink: Command): Plugin[] {
  const backspace = chainCommands(
    deleteSelection,
    liftFirstLine,
    deleteEmptyParagraph,
    joinTextblockBackward,
    joinBackward,
    selectNodeBackward,
  );
  return [
    keymap({
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Mod-b': toggleMark(marks.strong),
      'Mod-i': toggleMark(marks.em),
      'Mod-e': toggleMark(marks.code),
      'Shift-Mod-x': toggleMark(marks.strike),
      'Mod-k': openLink,
      'Alt-Shift-ArrowUp': moveBlock(-1),
      'Alt-Shift-ArrowDown': moveBlock(1),
      'Alt-Shift-Backspace': removeBlock,
      'Mod-a': chainCommands(selectLine, selectAll),
      'Shift-Enter': chainCommands(exitCode, breakLine),
      'Mod-Enter': exitCode,
      Enter: chainCommands(
        newlineInCode,
        breakCell,
        leaveLine,
        splitListItem(nodes.list_item),
        createParagraphNear,
        liftEmptyBlock,
        splitLine,
      ),
      Backspace: backspace,
      'Mod-Backspace': backspace,
      'Shift-Backspace': backspace,
      Delete: chainCommands(
        deleteSelection,
        joinTextblockForward,
        ...(baseKeymap['Delete'] ? [baseKeymap['Delete']] : []),
      ),
      Tab: chainCommands(goToNextCell(1), sinkListItem(nodes.list_item)),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.list_item)),
    }),
    keymap(baseKeymap),
  ];
}

/** ProseMirror's DOM observer, which its types do not expose. */
interface ObservedView {
  readonly domObserver?: { flush?(): void };
}

/**
 * Browsers report a moved caret with a delay. Keys pressed faster, as on a busy machine, would act at the old position.
 */
function syncSelection(view: EditorView): boolean {
  const observedView: ObservedView = view as EditorView & ObservedView;
  if (!view.composing) observedView.domObserver?.flush?.();
  return false;
}

/** Synchronizes the caret position before each key press, paste and cut. */
export function caretSync(): Plugin {
  return new Plugin({
    props: { handleDOMEvents: { keydown: syncSelection, paste: syncSelection, cut: syncSelection } },
  });
}
