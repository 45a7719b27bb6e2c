import { type Command, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { button, element, createLabeledField } from '../../dom/element.js';
import type { EditorPage } from '../page/editor-page.js';
import { labelOf } from '../../dom/texts.js';
import { schema } from '../text/schema.js';
import { type SearchResult, searchList } from './search-list.js';

const { link } = schema.marks;
const { button: buttonBlock } = schema.nodes;
const MAX_RESULTS = 8;

/** Returns the full extent of the link around the caret. */
function linkAtCaret({ state }: EditorView): { from: number; to: number; href: string } | undefined {
  const { $from, empty } = state.selection;
  const mark =
    link.isInSet($from.marks()) ??
    (empty ? undefined : link.isInSet(state.doc.resolve(Math.min($from.pos + 1, $from.end())).marks()));
  if (!mark) return undefined;
  let [from, to] = [-1, -1];
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return;
    const start = $from.start() + offset;
    if (to === start) to = start + node.nodeSize;
    else if (to < $from.pos) [from, to] = [start, start + node.nodeSize];
  });
  return { from, to, href: String(mark.attrs.href) };
}

/** Dialog for the target of a link or button: a URL, or a page found by its title. */
export function linkDialog({ labels, sendRequest }: EditorPage): Command {
  const labelFor = (name: string): string => labelOf(labels, name);
  const input = element('input', {
    type: 'text',
    id: 'editor-link',
    autocomplete: 'off',
    inputmode: 'url',
    spellcheck: 'false',
  });
  let view: EditorView | undefined;
  const dialog = element('dialog', { class: 'inserter editor-dialog', 'aria-label': labelFor('link') });

  async function find(text: string): Promise<readonly SearchResult<string>[]> {
    if (text === '' || /^(?:https?:|mailto:|tel:|[/#?])/.test(text)) return [];
    const response = await sendRequest(`wp/v2/search?per_page=${MAX_RESULTS}&search=${encodeURIComponent(text)}`);
    if (!response.ok) return [];
    const rows = (await response.json()) as readonly {
      readonly title: string;
      readonly url: string;
      readonly subtype: string;
    }[];
    return rows.map(({ title, url }) => ({
      value: url,
      label: title === '' ? url : title,
      note: url.replace(/^https?:\/\/[^/]+/, ''),
    }));
  }
  const { list, runSearch } = searchList(input, labelFor('linkFound'), find, (url) => {
    input.value = url;
    applyLink();
  });

  function applyLink(): void {
    const href = normalizeUrl(input.value.trim());
    dialog.close();
    if (!view) return;
    const { state } = view;
    const { $from } = state.selection;
    if ($from.parent.type === buttonBlock)
      view.dispatch(state.tr.setNodeMarkup($from.before(), null, { ...$from.parent.attrs, origin: null, href }));
    else {
      const currentLink = linkAtCaret(view);
      const [from, to] = currentLink ? [currentLink.from, currentLink.to] : [state.selection.from, state.selection.to];
      const tr = state.tr;
      if (href === '') tr.removeMark(from, to, link);
      else if (from === to) tr.insert(from, schema.text(href, [link.create({ href })]));
      else tr.addMark(from, to, link.create({ href }));
      if (from !== to) tr.setSelection(TextSelection.create(tr.doc, to));
      view.dispatch(tr.removeStoredMark(link));
    }
    view.focus();
  }

  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    event.preventDefault();
    applyLink();
  });
  dialog.append(
    createLabeledField(labelFor('linkUrl'), input),
    list,
    element(
      'div',
      { class: 'actions' },
      button(labelFor('apply'), { class: 'button--main' }, applyLink),
      button(labelFor('linkRemove'), {}, () => {
        input.value = '';
        applyLink();
      }),
      button(labelFor('close'), {}, () => dialog.close()),
    ),
  );
  document.body.append(dialog);

  return (state, dispatch, editor) => {
    const { $from } = state.selection;
    if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false;
    if (!dispatch || !editor) return true;
    view = editor;
    input.value =
      $from.parent.type === buttonBlock ? String($from.parent.attrs.href) : (linkAtCaret(editor)?.href ?? '');
    dialog.showModal();
    input.select();
    runSearch();
    return true;
  };
}

/** Normalizes a typed URL; `example.com` is accepted too. */
function normalizeUrl(text: string): string {
  if (/^javascript:|^data:|^vbscript:/i.test(text)) return '';
  if (/^[\w.+-]+@[\w-]+\.[\w.]+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? `https://${text}` : text;
}
