import type { EditorView } from 'prosemirror-view';
import type { InserterItem } from '../page/editor-page.js';

/**
 * Initializes the dialog that lists all blocks.
 * @returns a function that opens it
 */
export function inserterDialog(
  library: readonly InserterItem[],
  insert: (block: InserterItem) => void,
): (view: EditorView) => void {
  const dialog = document.querySelector<HTMLDialogElement>('#inserter');
  const search = document.querySelector<HTMLInputElement>('#inserter-search');
  const found = dialog?.querySelector<HTMLElement>('[data-found]');
  if (!dialog || !search || !found) return () => undefined;
  const items = [...dialog.querySelectorAll<HTMLElement>('.inserter__list > li')];

  function filterItems(): void {
    const query = search?.value.trim().toLowerCase() ?? '';
    for (const item of items)
      item.hidden = query !== '' && !(item.dataset['searchText'] ?? '').toLowerCase().includes(query);
    if (found) found.textContent = `${found.dataset['found'] ?? ''} ${items.filter(({ hidden }) => !hidden).length}`;
  }
  search.addEventListener('input', filterItems);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    items
      .find(({ hidden }) => !hidden)
      ?.querySelector('button')
      ?.click();
  });
  dialog.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const selectedItem = event.target.closest('li');
    if (event.target.closest('[data-close]')) dialog.close();
    else if (selectedItem) {
      dialog.close();
      const block = library[items.indexOf(selectedItem)];
      if (block) insert(block);
    }
  });
  return () => {
    search.value = '';
    filterItems();
    dialog.showModal();
    search.focus();
  };
}
