import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { parseAttributes, serializeAttributes } from '../text/grammar.js';
import { headOfLevel, schema } from '../text/schema.js';
import { blocksAround } from './blocks.js';

const { nodes } = schema;

/** The kinds a line can be converted to. */
export const LINE_KINDS = [
  'paragraph',
  'heading-2',
  'heading-3',
  'heading-4',
  'code',
  'bullets',
  'numbers',
  'quote',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Returns the kind of the line with the caret; undefined for any other kind. */
export function kindAtCaret(state: EditorState): LineKind | `heading-${number}` | undefined {
  const { parent } = state.selection.$from;
  const around = blocksAround(state).map(({ node }) => node);
  const list = around.findLast(({ type }) => type === nodes.list);
  if (list) return list.attrs.ordered ? 'numbers' : 'bullets';
  if (parent.type === nodes.heading) return `heading-${Number(parent.attrs.level)}`;
  if (parent.type === nodes.pre) return 'code';
  if (parent.type === nodes.paragraph) return around.some(({ type }) => type === nodes.quote) ? 'quote' : 'paragraph';
  return undefined;
}

/** Converts the selected lines to another kind. */
export function convertTo(kind: LineKind): Command {
  return (state, dispatch, view) => {
    const currentKind = kindAtCaret(state);
    if (currentKind === kind || currentKind === undefined) return false;
    if ((currentKind === 'bullets' || currentKind === 'numbers') && (kind === 'bullets' || kind === 'numbers'))
      return changeListType(kind)(state, dispatch);
    if (currentKind === 'bullets' || currentKind === 'numbers')
      return runThenConvert(liftListItem(nodes.list_item), kind)(state, dispatch, view);
    if (currentKind === 'quote' && kind !== 'bullets' && kind !== 'numbers')
      return runThenConvert(lift, kind)(state, dispatch, view);
    switch (kind) {
      case 'paragraph':
        return setBlockType(nodes.paragraph)(state, dispatch);
      case 'code':
        return setBlockType(nodes.pre)(state, dispatch);
      case 'bullets':
      case 'numbers':
        return convertToList(kind)(state, dispatch);
      case 'quote':
        return wrapIn(nodes.quote)(state, dispatch);
      default:
        return heading(Number(kind.slice('heading-'.length)))(state, dispatch);
    }
  };
}

/** Runs a command and converts its result to another kind. */
function runThenConvert(step: Command, kind: LineKind): Command {
  return (state, dispatch, view) => {
    if (!step(state)) return false;
    if (!dispatch) return true;
    step(state, (tr) => {
      const intermediate = state.apply(tr);
      if (
        !convertTo(kind)(
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

function convertToList(kind: 'bullets' | 'numbers'): Command {
  return (state, dispatch, view) => {
    const isLine = state.selection.$from.parent.type === nodes.paragraph;
    const wrap = wrapInList(nodes.list, kind === 'numbers' ? { ordered: true, head: '{"ordered":true}' } : null);
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

function changeListType(kind: 'bullets' | 'numbers'): Command {
  return (state, dispatch) => {
    const list = blocksAround(state).findLast(({ node }) => node.type === nodes.list);
    if (!list) return false;
    const ordered = kind === 'numbers';
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
