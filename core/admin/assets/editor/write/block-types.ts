import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { parseAttributes, serializeAttributes } from '../text/grammar.js';
import { headOfLevel, schema } from '../text/schema.js';
import { blocksAround } from './blocks.js';

const { nodes } = schema;

/** The types a text block can be converted to. */
export const TEXT_BLOCK_TYPES = [
  'paragraph',
  'heading-2',
  'heading-3',
  'heading-4',
  'code',
  'bullet-list',
  'ordered-list',
  'quote',
] as const;
export type TextBlockType = (typeof TEXT_BLOCK_TYPES)[number];

/** Returns the type of the text block with the caret; undefined for any other block. */
export function currentBlockType(state: EditorState): TextBlockType | `heading-${number}` | undefined {
  const { parent } = state.selection.$from;
  const around = blocksAround(state).map(({ node }) => node);
  const list = around.findLast(({ type }) => type === nodes.list);
  if (list) return list.attrs.ordered ? 'ordered-list' : 'bullet-list';
  if (parent.type === nodes.heading) return `heading-${Number(parent.attrs.level)}`;
  if (parent.type === nodes.pre) return 'code';
  if (parent.type === nodes.paragraph) return around.some(({ type }) => type === nodes.quote) ? 'quote' : 'paragraph';
  return undefined;
}

/** Converts the selected text blocks to another type. */
export function convertBlockTo(type: TextBlockType): Command {
  return (state, dispatch, view) => {
    const currentType = currentBlockType(state);
    if (currentType === type || currentType === undefined) return false;
    if (
      (currentType === 'bullet-list' || currentType === 'ordered-list') &&
      (type === 'bullet-list' || type === 'ordered-list')
    )
      return changeListType(type)(state, dispatch);
    if (currentType === 'bullet-list' || currentType === 'ordered-list')
      return runThenConvert(liftListItem(nodes.list_item), type)(state, dispatch, view);
    if (currentType === 'quote' && type !== 'bullet-list' && type !== 'ordered-list')
      return runThenConvert(lift, type)(state, dispatch, view);
    switch (type) {
      case 'paragraph':
        return setBlockType(nodes.paragraph)(state, dispatch);
      case 'code':
        return setBlockType(nodes.pre)(state, dispatch);
      case 'bullet-list':
      case 'ordered-list':
        return convertToList(type)(state, dispatch);
      case 'quote':
        return wrapIn(nodes.quote)(state, dispatch);
      default:
        return heading(Number(type.slice('heading-'.length)))(state, dispatch);
    }
  };
}

/** Runs a command and converts its result to another type. */
function runThenConvert(step: Command, type: TextBlockType): Command {
  return (state, dispatch, view) => {
    if (!step(state)) return false;
    if (!dispatch) return true;
    step(state, (tr) => {
      const intermediate = state.apply(tr);
      if (
        !convertBlockTo(type)(
          intermediate,
          (more) => {
            for (const addedStep of more.steps) tr.step(addedStep);
            dispatch(tr);
          },
          view,
        )
      )
        dispatch(tr);
    });
    return true;
  };
}

function heading(level: number): Command {
  return (state, dispatch) => {
    const { parent } = state.selection.$from;
    // Other attributes in the heading's comment are kept.
    const headingAttributes =
      parent.type === nodes.heading
        ? { ...parseAttributes(String(parent.attrs.head)), level: level === 2 ? undefined : level }
        : undefined;
    return setBlockType(
      nodes.heading,
      headingAttributes
        ? { ...parent.attrs, origin: null, level, head: serializeAttributes(headingAttributes) }
        : { level, head: headOfLevel(level) },
    )(state, dispatch);
  };
}

function convertToList(type: 'bullet-list' | 'ordered-list'): Command {
  return (state, dispatch, view) => {
    const isLine = state.selection.$from.parent.type === nodes.paragraph;
    const wrap = wrapInList(nodes.list, type === 'ordered-list' ? { ordered: true, head: '{"ordered":true}' } : null);
    if (isLine) return wrap(state, dispatch);
    if (!setBlockType(nodes.paragraph)(state)) return false;
    return setBlockType(nodes.paragraph)(
      state,
      dispatch &&
        ((tr) => {
          wrap(
            state.apply(tr),
            (more) => {
              for (const addedStep of more.steps) tr.step(addedStep);
            },
            view,
          );
          dispatch(tr);
        }),
    );
  };
}

function changeListType(type: 'bullet-list' | 'ordered-list'): Command {
  return (state, dispatch) => {
    const list = blocksAround(state).findLast(({ node }) => node.type === nodes.list);
    if (!list) return false;
    const ordered = type === 'ordered-list';
    const head = serializeAttributes({
      ...parseAttributes(String(list.node.attrs.head)),
      ordered: ordered || undefined,
      start: undefined,
      reversed: undefined,
    });
    dispatch?.(state.tr.setNodeMarkup(list.pos, null, { ...list.node.attrs, origin: null, ordered, head }));
    return true;
  };
}
