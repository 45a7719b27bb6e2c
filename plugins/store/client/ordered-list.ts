/**
 * Lists whose rows have a number for their place: with this script they are moved by buttons, and by dragging their picture, and the numbers follow.
 * Without it the numbers are typed.
 */
(() => {
  for (const list of document.querySelectorAll('[data-ordered]')) if (list.children.length > 1) order(list);

  function order(list) {
    const { up, down, moved } = JSON.parse(list.dataset.ordered);
    const status = document.createElement('p');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    list.after(status);
    // A form that comes back has its rows as they were stored, and the places as they were chosen.
    const placeOf = (row) => Number(row.querySelector('[data-place] input').value) || Infinity;
    list.append(...[...list.children].sort((one, other) => placeOf(one) - placeOf(other)));
    for (const row of list.children) {
      const place = row.querySelector('[data-place]');
      place.hidden = true;
      place.after(
        button('↑', up, row, () => row.previousElementSibling?.before(row)),
        button('↓', down, row, () => row.nextElementSibling?.after(row)),
      );
      makeDraggable(row);
    }
    number();

    function button(sign, words, row, move) {
      const one = document.createElement('button');
      Object.assign(one, { type: 'button', className: 'button--quiet ordered__move', textContent: sign, title: words });
      one.setAttribute('aria-label', `${words}: ${row.dataset.name}`);
      one.addEventListener('click', () => {
        move();
        number();
        (one.disabled ? one.parentElement.querySelector('.ordered__move:not(:disabled)') : one).focus();
        tell(row);
      });
      return one;
    }

    function makeDraggable(row) {
      const handle = row.querySelector('img');
      if (!handle) return;
      handle.classList.add('ordered__handle');
      // A picture is dragged as a row, never as a picture.
      handle.draggable = false;
      handle.addEventListener('pointerdown', () => (row.draggable = true));
      handle.addEventListener('pointerup', () => (row.draggable = false));
      row.addEventListener('dragstart', (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.dataset.name);
        row.classList.add('ordered__dragged');
      });
      row.addEventListener('dragend', () => {
        row.classList.remove('ordered__dragged');
        row.draggable = false;
        number();
        tell(row);
      });
    }

    list.addEventListener('dragover', (event) => {
      const dragged = list.querySelector(':scope > .ordered__dragged');
      const row = event.target.closest?.('li');
      if (!dragged || row?.parentElement !== list) return;
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      if (row !== dragged) row[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
    });
    list.addEventListener('drop', (event) => event.preventDefault());

    /** Writes the places as the rows stand now. */
    function number() {
      const rows = [...list.children];
      for (const [index, row] of rows.entries()) {
        const field = row.querySelector('[data-place] input');
        if (field.value !== String(index + 1)) {
          field.value = String(index + 1);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
        const [before, after] = row.querySelectorAll('.ordered__move');
        before.disabled = index === 0;
        after.disabled = index === rows.length - 1;
      }
    }

    function tell(row) {
      const words = [row.dataset.name, [...list.children].indexOf(row) + 1, list.children.length];
      status.textContent = moved.replace(/%(\d)\$s/g, (_all, at) => String(words[at - 1]));
    }
  }
})();
