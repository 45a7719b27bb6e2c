// The filter builder: facets are moved by drag and drop or arrow keys, and the forms of the list are saved without
// leaving the page.
// Without this script the same forms are submitted normally.

import { find, findAll, targetOf, textFields } from './shared/dom.js';

const builder = document.querySelector<HTMLElement>('[data-facet-builder]');
if (builder) build(builder);
// A fragment in the frame's URL would also scroll the surrounding page.
for (const frame of findAll<HTMLIFrameElement>(document, '[data-facet-at]')) {
  frame.addEventListener('load', () => showWidget(frame));
  if (frame.contentDocument?.readyState === 'complete') showWidget(frame);
}

function showWidget({ contentDocument, contentWindow, dataset }: HTMLIFrameElement): void {
  const widget = contentDocument?.getElementById(dataset.facetAt ?? '');
  if (widget && contentWindow) contentWindow.scrollTo(0, widget.getBoundingClientRect().top + contentWindow.scrollY);
}

function build(builder: HTMLElement): void {
  wake(builder);
  builder.addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || event.defaultPrevented) return;
    event.preventDefault();
    void save(builder, form, event.submitter);
  });
  buildKeys(builder);
  buildDragging(builder);
}

function buildKeys(builder: HTMLElement): void {
  builder.addEventListener('keydown', (event) => {
    const handle = targetOf(event)?.closest<HTMLElement>('.facet-handle');
    const row = handle?.closest('tr');
    if (!handle || !row || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    const up = event.key === 'ArrowUp';
    event.preventDefault();
    const other = up ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (up) other.before(row);
    else other.after(row);
    handle.focus();
    moved(builder, row);
  });
}

function buildDragging(builder: HTMLElement): void {
  builder.addEventListener('dragstart', (event) => {
    const row = targetOf(event)?.closest<HTMLElement>('tr[data-slug]');
    if (!row) return;
    row.classList.add('facet-dragged');
    if (!event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', row.dataset.slug ?? '');
  });
  builder.addEventListener('dragover', (event) => {
    const dragged = builder.querySelector('.facet-dragged');
    const row = targetOf(event)?.closest<HTMLElement>('tr[data-slug]');
    if (!dragged || !row) return;
    event.preventDefault();
    const { top, height } = row.getBoundingClientRect();
    if (row !== dragged) row[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
  });
  builder.addEventListener('drop', (event) => {
    if (builder.querySelector('.facet-dragged')) event.preventDefault();
  });
  builder.addEventListener('dragend', () => {
    const row = builder.querySelector<HTMLElement>('.facet-dragged');
    row?.classList.remove('facet-dragged');
    if (row) moved(builder, row);
  });
}

/** Shows controls that need the script. */
function wake(builder: HTMLElement): void {
  for (const hidden of findAll(builder, '.facet-handle, .facet-builder__script')) hidden.hidden = false;
  // A row can be dragged by its handle only, so that its text can be selected.
  for (const handle of findAll(builder, '.facet-handle')) {
    const row = handle.closest('tr');
    if (!row) continue;
    handle.addEventListener('pointerdown', () => (row.draggable = true));
    handle.addEventListener('pointerup', () => (row.draggable = false));
  }
}

let saving = Promise.resolve();
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Announces the new position, and saves the order if no further key follows at once. */
function moved(builder: HTMLElement, row: HTMLElement): void {
  const rows = findAll(builder, 'tr[data-slug]');
  const replacements = [row.dataset.name, rows.indexOf(row) + 1, rows.length];
  const text = builder.dataset.moved ?? '';
  announce(
    builder,
    text.replace(/%(\d)\$s/g, (_all, number: string) => String(replacements[Number(number) - 1])),
  );
  const form = find<HTMLFormElement>(builder, '[data-builder-order]');
  find<HTMLInputElement>(form, '[name="order"]').value = rows.map(({ dataset }) => dataset.slug).join(',');
  clearTimeout(waiting);
  waiting = setTimeout(() => form.requestSubmit(find(form, 'button')), 300);
}

function announce(builder: HTMLElement, text: string): void {
  find(builder, '[data-builder-status]').textContent = text;
}

/** Submits a form, and replaces the affected parts of the page with those of the response. */
function save(builder: HTMLElement, form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = textFields(new FormData(form, button));
  const then = async () => {
    const statusText = find(builder, '[data-builder-status]').textContent;
    const focusedId = document.activeElement?.id ?? '';
    try {
      const response = await fetch(location.href, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.querySelector('[data-facet-builder]');
      if (!response.ok || !fresh) throw new Error(String(response.status));
      builder.replaceChildren(...fresh.childNodes);
      wake(builder);
      const notice = page.querySelector('.notice')?.textContent.trim() ?? '';
      announce(builder, form.matches('[data-builder-order]') ? statusText : notice);
      const focus = document.getElementById(focusedId);
      const isUsable = focus !== null && !focus.matches(':disabled');
      (isUsable ? focus : document.getElementById('facet-list'))?.focus();
    } catch {
      location.reload();
    }
  };
  saving = saving.then(then);
  return saving;
}
