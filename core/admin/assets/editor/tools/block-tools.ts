import type { Node as PmNode } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  isInTable,
  mergeCells,
  splitCell,
} from 'prosemirror-tables';
import { parseAttributes, serializeAttributes } from '../text/grammar.js';
import { schema } from '../text/schema.js';
import { blocksAround, type BlockPosition } from '../write/blocks.js';

/** A button of the toolbar. */
export interface Tool {
  /** The name under which its label is found. */
  readonly name: string;
  /** The name of its icon, or letters to show instead. */
  readonly icon: string;
  readonly run: Command;
  /** Whether the tool is active; absent for tools without a state. */
  readonly isActive?: (state: EditorState) => boolean;
}

const { nodes } = schema;
const MAX_COLUMNS = 6;

/** Returns the tools of the block with the caret, in addition to those available everywhere. */
export function blockTools(state: EditorState, openLink: Command): readonly Tool[] {
  const around = blocksAround(state);
  const inner = around.at(-1);
  const findBlock = (name: string): BlockPosition | undefined => around.findLast(({ node }) => node.type.name === name);
  if (isInTable(state)) return TABLE;
  if (inner?.node.type === nodes.button)
    return [
      { name: 'buttonLink', icon: 'link', run: openLink },
      insertSiblingTool('addButton', 'button'),
      ...BUTTON_WIDTHS,
    ];
  if (inner?.node.type === nodes.image && findBlock('gallery')) return [insertSiblingTool('addImage', 'image')];
  if (inner?.node.type === nodes.image) return ALIGN_IMAGE;
  if (inner && [nodes.paragraph, nodes.heading].includes(inner.node.type) && !findBlock('columns')) return ALIGN_TEXT;
  return findBlock('columns')
    ? [
        ...(inner && [nodes.paragraph, nodes.heading].includes(inner.node.type) ? ALIGN_TEXT : []),
        ADD_COLUMN,
        REMOVE_COLUMN,
      ]
    : [];
}

const TABLE: readonly Tool[] = [
  { name: 'rowBefore', icon: 'rowBefore', run: addRowBefore },
  { name: 'rowAfter', icon: 'rowAfter', run: addRowAfter },
  { name: 'columnBefore', icon: 'columnBefore', run: addColumnBefore },
  { name: 'columnAfter', icon: 'columnAfter', run: addColumnAfter },
  { name: 'rowRemove', icon: 'rowRemove', run: deleteRow },
  { name: 'columnRemove', icon: 'columnRemove', run: deleteColumn },
  {
    name: 'headerRow',
    icon: 'head',
    run: headerRow,
    isActive: (state) => firstRow(state)?.node.attrs.section === 'thead',
  },
  { name: 'merge', icon: 'merge', run: mergeCells },
  { name: 'split', icon: 'split', run: splitCell },
];

function firstRow(state: EditorState): BlockPosition | undefined {
  const table = blocksAround(state).findLast(({ node }) => node.type === nodes.table_block);
  return table && { pos: table.pos + 2, node: table.node.child(0).child(0) };
}

/** Toggles the first row between a header row and a normal row. */
function headerRow(...[state, dispatch]: Parameters<Command>): boolean {
  const row = firstRow(state);
  if (!row) return false;
  const isHead = row.node.attrs.section === 'thead';
  const cells = row.node.children.map((cell) =>
    (isHead ? nodes.table_cell : nodes.table_header).create(cell.attrs, cell.content),
  );
  const { anchor, head } = state.selection;
  const tr = state.tr.replaceWith(
    row.pos,
    row.pos + row.node.nodeSize,
    nodes.table_row.create({ ...row.node.attrs, section: isHead ? 'tbody' : 'thead' }, cells),
  );
  if (state.selection instanceof TextSelection) tr.setSelection(TextSelection.create(tr.doc, anchor, head));
  dispatch?.(tr);
  return true;
}

/** One of several exclusive classes of a block, with the attribute that records the same choice. */
interface ClassChoice {
  readonly attribute: string;
  readonly values: Readonly<Record<string, string>>;
}

const TEXT_ALIGN: ClassChoice = {
  attribute: 'align',
  values: { left: 'has-text-align-left', center: 'has-text-align-center', right: 'has-text-align-right' },
};
const HEADING_ALIGN: ClassChoice = { ...TEXT_ALIGN, attribute: 'textAlign' };
const IMAGE_ALIGN: ClassChoice = {
  attribute: 'align',
  values: { left: 'alignleft', center: 'aligncenter', right: 'alignright', wide: 'alignwide', full: 'alignfull' },
};
const BUTTON_WIDTH: ClassChoice = {
  attribute: 'width',
  values: { 50: 'wp-block-button__width-50', 100: 'wp-block-button__width-100' },
};

const ALIGN_TEXT = ['left', 'center', 'right'].map((value) =>
  styleTool(`align-${value}`, value, (node) => (node.type === nodes.heading ? HEADING_ALIGN : TEXT_ALIGN), value),
);
const ALIGN_IMAGE = ['left', 'center', 'right', 'wide', 'full'].map((value) =>
  styleTool(`align-${value}`, value, () => IMAGE_ALIGN, value),
);

const BUTTON_WIDTHS = ['50', '100'].map((value) => styleTool(`width-${value}`, `${value}%`, () => BUTTON_WIDTH, value));

/** Returns a tool that toggles one of several styles. */
function styleTool(name: string, icon: string, choiceOf: (node: PmNode) => ClassChoice, value: string): Tool {
  const isActive = (state: EditorState): boolean => {
    const node = blocksAround(state).at(-1)?.node;
    const className = node && choiceOf(node).values[value];
    return className !== undefined && String(node?.attrs.tag).includes(className);
  };
  return {
    name,
    icon,
    isActive,
    run(state, dispatch) {
      const block = blocksAround(state).at(-1);
      if (!block) return false;
      const { attribute, values } = choiceOf(block.node);
      const isSet = isActive(state);
      const tag = String(block.node.attrs.tag);
      const classes = new Set(classesOf(tag).filter((token) => !Object.values(values).includes(token)));
      if (!isSet) classes.add(values[value] ?? '');
      if (attribute === 'width') {
        if (isSet) classes.delete('has-custom-width');
        else classes.add('has-custom-width');
      }
      const stored = attribute === 'width' ? Number(value) : value;
      const head = serializeAttributes({
        ...parseAttributes(String(block.node.attrs.head)),
        [attribute]: isSet ? undefined : stored,
      });
      dispatch?.(
        state.tr.setNodeMarkup(block.pos, null, {
          ...block.node.attrs,
          origin: null,
          head,
          tag: withClasses(tag, [...classes].filter(Boolean)),
        }),
      );
      return true;
    },
  };
}

function classesOf(tag: string): string[] {
  return (/ class="([^"]*)"/.exec(tag)?.[1] ?? '').split(/\s+/).filter((token) => token !== '');
}

function withClasses(tag: string, classes: readonly string[]): string {
  const rest = tag.replace(/ class="[^"]*"/, '');
  return classes.length === 0 ? rest : ` class="${classes.join(' ')}"${rest}`;
}

/** Returns a tool that inserts another block of the same kind after this one. */
function insertSiblingTool(name: string, type: 'button' | 'image'): Tool {
  return {
    name,
    icon: 'plus',
    run(state, dispatch) {
      const block = blocksAround(state).findLast(({ node }) => node.type === nodes[type]);
      if (!block) return false;
      const position = block.pos + block.node.nodeSize;
      const tr = state.tr.insert(position, nodes[type].create());
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView());
      return true;
    },
  };
}

const ADD_COLUMN: Tool = {
  name: 'addColumn',
  icon: 'plus',
  run(state, dispatch) {
    const columns = blocksAround(state).findLast(({ node }) => node.type === nodes.columns);
    if (!columns || columns.node.childCount >= MAX_COLUMNS) return false;
    dispatch?.(
      state.tr.insert(
        columns.pos + columns.node.nodeSize - 1,
        nodes.column.create({ name: 'core/column', open: '\n<div class="wp-block-column">' }, nodes.paragraph.create()),
      ),
    );
    return true;
  },
};

const REMOVE_COLUMN: Tool = {
  name: 'removeColumn',
  icon: 'minus',
  run(state, dispatch) {
    const column = blocksAround(state).findLast(({ node }) => node.type === nodes.column);
    const columns = blocksAround(state).findLast(({ node }) => node.type === nodes.columns);
    if (!column || !columns || columns.node.childCount < 2) return false;
    dispatch?.(state.tr.delete(column.pos, column.pos + column.node.nodeSize));
    return true;
  },
};
