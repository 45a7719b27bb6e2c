import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { attributesIn, headOf } from '../text/grammar.js';
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
export function kindHere(state: EditorState): LineKind | `heading-${number}` | undefined {
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
export function become(kind: LineKind): Command {
  return (state, dispatch, view) => {
    const now = kindHere(state);
    if (now === kind || now === undefined) return false;
    if ((now === 'bullets' || now === 'numbers') && (kind === 'bullets' || kind === 'numbers'))
      return otherList(kind)(state, dispatch);
    if (now === 'bullets' || now === 'numbers')
      return after(liftListItem(nodes.list_item), kind)(state, dispatch, view);
    if (now === 'quote' && kind !== 'bullets' && kind !== 'numbers') return after(lift, kind)(state, dispatch, view);
    switch (kind) {
      case 'paragraph':
        return setBlockType(nodes.paragraph)(state, dispatch);
      case 'code':
        return setBlockType(nodes.pre)(state, dispatch);
      case 'bullets':
      case 'numbers':
        return asList(kind)(state, dispatch);
      case 'quote':
        return wrapIn(nodes.quote)(state, dispatch);
      default:
        return heading(Number(kind.slice('heading-'.length)))(state, dispatch);
    }
  };
}

/** Runs a command and converts its result to another kind. */
function after(step: Command, kind: LineKind): Command {
  return (state, dispatch, view) => {
    if (!step(state)) return false;
    if (!dispatch) return true;
    step(state, (tr) => {
      const between = state.apply(tr);
      if (
        !become(kind)(
          between,
          (more) => {
            for (const one of more.steps) tr.step(one);
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
        ? { ...attributesIn(String(parent.attrs.head)), level: level === 2 ? undefined : level }
        : undefined;
    return setBlockType(
      nodes.heading,
      headingAttributes
        ? { ...parent.attrs, origin: null, level, head: headOf(headingAttributes) }
        : { level, head: headOfLevel(level) },
    )(state, dispatch);
  };
}

function asList(kind: 'bullets' | 'numbers'): Command {
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
              for (const one of more.steps) tr.step(one);
            },
            view,
          );
          dispatch(tr);
        }),
    );
  };
}

function otherList(kind: 'bullets' | 'numbers'): Command {
  return (state, dispatch) => {
    const list = blocksAround(state).findLast(({ node }) => node.type === nodes.list);
    if (!list) return false;
    const ordered = kind === 'numbers';
    const head = headOf({
      ...attributesIn(String(list.node.attrs.head)),
      ordered: ordered || undefined,
      start: undefined,
      reversed: undefined,
    });
    dispatch?.(state.tr.setNodeMarkup(list.pos, null, { ...list.node.attrs, origin: null, ordered, head }));
    return true;
  };
}
