import { Plugin, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { element } from '../../dom/element.js';
import type { InserterItem } from '../page/editor-page.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';
import { schema } from '../text/schema.js';

const MAX_ITEMS = 8;
const ID = 'slash-menu';

/** Offers blocks while a paragraph contains only a slash and the start of a block name. */
export function slashMenu(
  library: readonly InserterItem[],
  labels: ScriptTexts,
  insert: (block: InserterItem, tr: Transaction) => void,
): Plugin {
  const list = element('ul', {
    class: 'slash-menu suggestion-list',
    role: 'listbox',
    id: ID,
    'aria-label': labelOf(labels, 'add'),
    hidden: true,
  });
  let offered: readonly InserterItem[] = [];
  let active = 0;
  let dismissedQuery = '';

  function readQuery(view: EditorView): string | undefined {
    const { $from, empty } = view.state.selection;
    const query =
      empty && $from.parent.type === schema.nodes.paragraph
        ? /^\/(\S*)$/.exec($from.parent.textContent)?.[1]
        : undefined;
    return $from.parentOffset === $from.parent.content.size ? query : undefined;
  }
  function setActive(view: EditorView, index: number): void {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    view.dom.setAttribute('aria-activedescendant', `${ID}-${index}`);
  }
  function close(view: EditorView): void {
    list.hidden = true;
    for (const name of ['aria-activedescendant', 'aria-controls']) view.dom.removeAttribute(name);
  }
  function choose(view: EditorView, block: InserterItem): void {
    const { $from } = view.state.selection;
    close(view);
    insert(block, view.state.tr.delete($from.start(), $from.end()));
  }
  function show(view: EditorView): void {
    const query = readQuery(view);
    if (query === undefined) dismissedQuery = '';
    const searchText = query?.toLowerCase() ?? '';
    offered =
      query === undefined || (dismissedQuery !== '' && dismissedQuery === query)
        ? []
        : filterBlocks(library, searchText).slice(0, MAX_ITEMS);
    if (offered.length === 0) return close(view);
    list.replaceChildren(
      ...offered.map((block, index) => {
        const item = element('li', { role: 'option', id: `${ID}-${index}` }, element('span', {}, block.title));
        item.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          choose(view, block);
        });
        return item;
      }),
    );
    list.hidden = false;
    view.dom.setAttribute('aria-controls', ID);
    setActive(view, 0);
    const caret = view.coordsAtPos(view.state.selection.from);
    const parentBox = (list.offsetParent ?? document.body).getBoundingClientRect();
    const isBelow = caret.bottom + list.offsetHeight < window.innerHeight || caret.top < list.offsetHeight;
    list.style.insetInlineStart = `${Math.max(0, Math.min(caret.left - parentBox.left, parentBox.width - list.offsetWidth))}px`;
    list.style.top = `${isBelow ? caret.bottom - parentBox.top + 4 : caret.top - parentBox.top - list.offsetHeight - 4}px`;
  }
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (list.hidden) return false;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) setActive(view, (active + step + offered.length) % offered.length);
        else if (event.key === 'Enter' || event.key === 'Tab') {
          const block = offered[active];
          if (block) choose(view, block);
        } else if (event.key === 'Escape') {
          dismissedQuery = readQuery(view) ?? '';
          close(view);
        } else return false;
        event.preventDefault();
        return true;
      },
      handleDOMEvents: { blur: (view) => void close(view) },
    },
    view(editor) {
      editor.dom.parentElement?.append(list);
      return { update: show, destroy: () => list.remove() };
    },
  });
}

/** Returns the blocks that match a text; those whose title starts with it come first. */
function filterBlocks(library: readonly InserterItem[], searchText: string): readonly InserterItem[] {
  const matches = library.filter(({ text }) => text.toLowerCase().includes(searchText));
  const isPrefixMatch = ({ title }: InserterItem): boolean => title.toLowerCase().startsWith(searchText);
  return [...matches.filter(isPrefixMatch), ...matches.filter((candidate) => !isPrefixMatch(candidate))];
}
