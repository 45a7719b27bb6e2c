import { find, findAll } from './shared/dom.js';

/**
 * Lists whose rows have a position number: with this script, rows are moved by buttons or by dragging their image, and
 * the numbers are updated.
 * Without it, the numbers are typed.
 */
(() => {
  for (const list of findAll(document, '[data-ordered]')) if (list.children.length > 1) enableOrdering(list);

  function enableOrdering(list: HTMLElement): void {
    const { up, down, moved } = JSON.parse(list.dataset.ordered ?? '') as Record<'up' | 'down' | 'moved', string>;
    const rowsOf = (): HTMLElement[] => findAll(list, ':scope > *');
    const fieldOf = (row: ParentNode): HTMLInputElement => find(row, '[data-place] input');
    const status = document.createElement('p');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    list.after(status);
    // A form shown again has its rows in stored order, but the positions as submitted.
    const positionOf = (row: ParentNode): number => Number(fieldOf(row).value) || Infinity;
    list.append(...rowsOf().sort((a, b) => positionOf(a) - positionOf(b)));
    for (const row of rowsOf()) {
      const positionField = find(row, '[data-place]');
      positionField.hidden = true;
      positionField.after(
        createButton('↑', up, row, () => row.previousElementSibling?.before(row)),
        createButton('↓', down, row, () => row.nextElementSibling?.after(row)),
      );
      makeDraggable(row);
    }
    updatePositions();

    function createButton(sign: string, text: string, row: HTMLElement, move: () => void): HTMLButtonElement {
      const element = document.createElement('button');
      Object.assign(element, {
        type: 'button',
        className: 'button--quiet ordered__move',
        textContent: sign,
        title: text,
      });
      element.setAttribute('aria-label', `${text}: ${row.dataset.name}`);
      element.addEventListener('click', () => {
        move();
        updatePositions();
        (element.disabled ? find(row, '.ordered__move:not(:disabled)') : element).focus();
        announce(row);
      });
      return element;
    }

    function makeDraggable(row: HTMLElement): void {
      const handle = row.querySelector('img');
      if (!handle) return;
      handle.classList.add('ordered__handle');
      // The row is dragged, not the image itself.
      handle.draggable = false;
      handle.addEventListener('pointerdown', () => (row.draggable = true));
      handle.addEventListener('pointerup', () => (row.draggable = false));
      row.addEventListener('dragstart', (event) => {
        if (event.dataTransfer) {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', row.dataset.name ?? '');
        }
        row.classList.add('ordered__dragged');
      });
      row.addEventListener('dragend', () => {
        row.classList.remove('ordered__dragged');
        row.draggable = false;
        updatePositions();
        announce(row);
      });
    }

    list.addEventListener('dragover', (event) => {
      const dragged = list.querySelector(':scope > .ordered__dragged');
      const row = event.target instanceof Element ? event.target.closest('li') : null;
      if (!dragged || !row || row.parentElement !== list) return;
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      if (row !== dragged) row[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
    });
    list.addEventListener('drop', (event) => event.preventDefault());

    /** Writes the current positions of the rows. */
    function updatePositions(): void {
      const rows = rowsOf();
      for (const [index, row] of rows.entries()) {
        const field = fieldOf(row);
        if (field.value !== String(index + 1)) {
          field.value = String(index + 1);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
        const [before, after] = findAll<HTMLButtonElement>(row, '.ordered__move');
        if (before) before.disabled = index === 0;
        if (after) after.disabled = index === rows.length - 1;
      }
    }

    function announce(row: HTMLElement): void {
      const values = [row.dataset.name, rowsOf().indexOf(row) + 1, list.children.length];
      status.textContent = moved.replace(/%(\d)\$s/g, (_all, time: string) => String(values[Number(time) - 1]));
    }
  }
})();
