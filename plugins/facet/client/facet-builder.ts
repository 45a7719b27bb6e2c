// The filter builder: facets are moved by drag and drop or arrow keys, and the forms of the list are saved without
// leaving the page.
// Without this script the same forms are submitted normally.

import { find, findAll, targetOf, textFields } from './shared/dom.js';

const builder = document.querySelector<HTMLElement>('[data-facet-builder]');
if (builder) initialize(builder);
// A fragment in the frame's URL would also scroll the surrounding page.
for (const frame of findAll<HTMLIFrameElement>(document, '[data-facet-at]')) {
  frame.addEventListener('load', () => showWidget(frame));
  if (frame.contentDocument?.readyState === 'complete') showWidget(frame);
}

function showWidget({ contentDocument, contentWindow, dataset }: HTMLIFrameElement): void {
  const widget = contentDocument?.getElementById(dataset.facetAt ?? '');
  if (widget && contentWindow) contentWindow.scrollTo(0, widget.getBoundingClientRect().top + contentWindow.scrollY);
}

function initialize(builder: HTMLElement): void {
  enableScriptControls(builder);
  builder.addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || event.defaultPrevented) return;
    event.preventDefault();
    void save(builder, form, event.submitter);
  });
  handleKeys(builder);
  handleDragging(builder);
}

function handleKeys(builder: HTMLElement): void {
  builder.addEventListener('keydown', (event) => {
    const handle = targetOf(event)?.closest<HTMLElement>('.facet-handle');
    const row = handle?.closest('tr');
    if (!handle || !row || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    const up = event.key === 'ArrowUp';
    event.preventDefault();
    const neighbor = up ? row.previousElementSibling : row.nextElementSibling;
    if (!neighbor) return;
    if (up) neighbor.before(row);
    else neighbor.after(row);
    handle.focus();
    announceMove(builder, row);
  });
}

function handleDragging(builder: HTMLElement): void {
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
    if (row) announceMove(builder, row);
  });
}

/** Shows controls that need the script. */
function enableScriptControls(builder: HTMLElement): void {
  for (const hidden of findAll(builder, '.facet-handle, .facet-builder__script')) hidden.hidden = false;
  // A row can be dragged by its handle only, so that its text can be selected.
  for (const handle of findAll(builder, '.facet-handle')) {
    const row = handle.closest('tr');
    if (!row) continue;
    handle.addEventListener('pointerdown', () => (row.draggable = true));
    handle.addEventListener('pointerup', () => (row.draggable = false));
  }
}

let saveQueue = Promise.resolve();
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/** Announces the new position, and saves the order if no further key follows at once. */
function announceMove(builder: HTMLElement, row: HTMLElement): void {
  const rows = findAll(builder, 'tr[data-slug]');
  const replacements = [row.dataset.name, rows.indexOf(row) + 1, rows.length];
  const text = builder.dataset.moved ?? '';
  announce(
    builder,
    text.replace(/%(\d)\$s/g, (_all, number: string) => String(replacements[Number(number) - 1])),
  );
  const form = find<HTMLFormElement>(builder, '[data-builder-order]');
  find<HTMLInputElement>(form, '[name="order"]').value = rows.map(({ dataset }) => dataset.slug).join(',');
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => form.requestSubmit(find(form, 'button')), 300);
}

function announce(builder: HTMLElement, text: string): void {
  find(builder, '[data-builder-status]').textContent = text;
}

/** Submits a form, and replaces the affected parts of the page with those of the response. */
function save(builder: HTMLElement, form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = textFields(new FormData(form, button));
  const submitForm = async () => {
    const statusText = find(builder, '[data-builder-status]').textContent;
    const focusedId = document.activeElement?.id ?? '';
    try {
      const response = await fetch(location.href, { method: 'POST', body });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const newBuilder = page.querySelector('[data-facet-builder]');
      if (!response.ok || !newBuilder) throw new Error(String(response.status));
      builder.replaceChildren(...newBuilder.childNodes);
      enableScriptControls(builder);
      const notice = page.querySelector('.notice')?.textContent.trim() ?? '';
      announce(builder, form.matches('[data-builder-order]') ? statusText : notice);
      const focus = document.getElementById(focusedId);
      const isUsable = focus !== null && !focus.matches(':disabled');
      (isUsable ? focus : document.getElementById('facet-list'))?.focus();
    } catch {
      location.reload();
    }
  };
  saveQueue = saveQueue.then(submitForm);
  return saveQueue;
}
