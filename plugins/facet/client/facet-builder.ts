// The builder of the filter: facets are dragged or moved by arrow keys, and the forms of the list are saved without leaving the page.
// Without this script the same forms are sent as they are.

const builder = document.querySelector('[data-facet-builder]');
if (builder) build();
// A fragment in a frame's address would scroll the page around it too.
for (const frame of document.querySelectorAll('[data-facet-at]')) {
  frame.addEventListener('load', () => showWidget(frame));
  if (frame.contentDocument?.readyState === 'complete') showWidget(frame);
}

function showWidget(frame) {
  const widget = frame.contentDocument?.getElementById(frame.dataset.facetAt);
  if (widget) frame.contentWindow.scrollTo(0, widget.getBoundingClientRect().top + frame.contentWindow.scrollY);
}

function build() {
  wake();
  builder.addEventListener('submit', async (event) => {
    if (event.target.method !== 'post' || event.defaultPrevented) return;
    event.preventDefault();
    await save(event.target, event.submitter);
  });
  builder.addEventListener('keydown', (event) => {
    const handle = event.target.closest('.facet-handle');
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!handle || !by) return;
    event.preventDefault();
    const row = handle.closest('tr');
    const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (by < 0) other.before(row);
    else other.after(row);
    handle.focus();
    moved(row);
  });
  builder.addEventListener('dragstart', (event) => {
    const row = event.target.closest?.('tr[data-slug]');
    if (!row) return;
    row.classList.add('facet-dragged');
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', row.dataset.slug);
  });
  builder.addEventListener('dragover', (event) => {
    const dragged = builder.querySelector('.facet-dragged');
    const row = event.target.closest?.('tr[data-slug]');
    if (!dragged || !row) return;
    event.preventDefault();
    const { top, height } = row.getBoundingClientRect();
    if (row !== dragged) row[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
  });
  builder.addEventListener('drop', (event) => {
    if (builder.querySelector('.facet-dragged')) event.preventDefault();
  });
  builder.addEventListener('dragend', () => {
    const row = builder.querySelector('.facet-dragged');
    row?.classList.remove('facet-dragged');
    if (row) moved(row);
  });
}

/** What works by script alone is shown where the script runs. */
function wake() {
  for (const hidden of builder.querySelectorAll('.facet-handle, .facet-builder__script')) hidden.hidden = false;
  // A row can be taken by its handle only: text in it stays text that can be marked.
  for (const handle of builder.querySelectorAll('.facet-handle')) {
    handle.addEventListener('pointerdown', () => (handle.closest('tr').draggable = true));
    handle.addEventListener('pointerup', () => (handle.closest('tr').draggable = false));
  }
}

let saving = Promise.resolve();
let waiting;

/** Says the new place, and saves the order when no further key follows at once. */
function moved(row) {
  const rows = [...builder.querySelectorAll('tr[data-slug]')];
  const words = [row.dataset.name, rows.indexOf(row) + 1, rows.length];
  say(builder.dataset.moved.replace(/%(\d)\$s/g, (_, number) => words[number - 1]));
  const form = builder.querySelector('[data-builder-order]');
  form.elements.order.value = rows.map(({ dataset }) => dataset.slug).join(',');
  clearTimeout(waiting);
  waiting = setTimeout(() => form.requestSubmit(form.querySelector('button')), 300);
}

function say(text) {
  builder.querySelector('[data-builder-status]').textContent = text;
}

/** Sends a form, and puts what the page shows afterwards in the place of what it showed. */
function save(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const then = async () => {
    const told = builder.querySelector('[data-builder-status]').textContent;
    const kept = document.activeElement?.id;
    try {
      const answer = await fetch(location.href, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector('[data-facet-builder]');
      if (!answer.ok || !fresh) throw new Error(String(answer.status));
      builder.replaceChildren(...fresh.childNodes);
      wake();
      const notice = page.querySelector('.notice')?.textContent.trim() ?? '';
      say(form.matches('[data-builder-order]') ? told : notice);
      const focus = document.getElementById(kept);
      (focus && !focus.disabled ? focus : document.getElementById('facet-list')).focus();
    } catch {
      location.reload();
    }
  };
  saving = saving.then(then);
  return saving;
}
