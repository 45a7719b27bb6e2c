// Moves menu items by drag and drop; the form is saved as usual. Without this script, buttons and fields do the same.
import { find } from './dom/element.js';

const list = document.querySelector<HTMLElement>('.menu-entries');
const INDENT_PX = 24;
const MAX_DEPTH = 5;
let dragged: HTMLElement[] = [];
let startX = 0;

const depthOf = (entry: HTMLElement): number => Number(entry.dataset.depth);
const entriesOf = (entries: HTMLElement): HTMLElement[] =>
  [...entries.children].filter((entry) => entry instanceof HTMLElement);

/** Returns an item with its descendants. */
function branchOf(entries: HTMLElement, entry: HTMLElement): HTMLElement[] {
  const entriesAfter = entriesOf(entries).slice(entriesOf(entries).indexOf(entry) + 1);
  const end = entriesAfter.findIndex((candidate) => depthOf(candidate) <= depthOf(entry));
  return [entry, ...(end < 0 ? entriesAfter : entriesAfter.slice(0, end))];
}

function setDepth(entry: HTMLElement, depth: number): void {
  const clampedDepth = Math.max(0, Math.min(MAX_DEPTH, depth));
  entry.classList.remove(`menu-entry--${entry.dataset.depth}`);
  entry.classList.add(`menu-entry--${clampedDepth}`);
  entry.dataset.depth = String(clampedDepth);
}

/** Copies the order and nesting of the list to the form's fields. */
function updateFields(entries: HTMLElement): void {
  const ancestorIds: string[] = [];
  for (const [index, entry] of entriesOf(entries).entries()) {
    const { entry: id = '' } = entry.dataset;
    const depth = depthOf(entry);
    ancestorIds.length = depth;
    find<HTMLInputElement>(entry, `#position-${CSS.escape(id)}`).value = String(index + 1);
    find<HTMLInputElement>(entry, `#parent-${CSS.escape(id)}`).value = ancestorIds[depth - 1] ?? '0';
    ancestorIds[depth] = id;
  }
  entries.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Moves the branch before an item, or to the end, at the depth of the pointer as far as the position allows. */
function moveBranch(entries: HTMLElement, before: HTMLElement | null, depth: number): void {
  const [first] = dragged;
  const last = dragged.at(-1);
  if (!first || !last) return;
  const oldDepth = depthOf(first);
  for (const movedEntry of dragged) entries.insertBefore(movedEntry, before);
  const all = entriesOf(entries);
  const previous = all[all.indexOf(first) - 1];
  const next = all[all.indexOf(last) + 1];
  const max = previous ? depthOf(previous) + 1 : 0;
  // The following item must not become a child of the branch.
  const min = next ? Math.min(depthOf(next), max) : 0;
  const targetDepth = Math.max(min, Math.min(max, depth));
  for (const movedEntry of dragged) setDepth(movedEntry, depthOf(movedEntry) - oldDepth + targetDepth);
}

function updateDropPosition(entries: HTMLElement, event: DragEvent): void {
  if (dragged.length === 0) return;
  event.preventDefault();
  const others = entriesOf(entries).filter((entry) => !dragged.includes(entry));
  const before = others.find((entry) => {
    const { top, height } = entry.getBoundingClientRect();
    return event.clientY < top + height / 2;
  });
  moveBranch(entries, before ?? null, Math.round((event.clientX - startX) / INDENT_PX));
}

if (list) {
  find(document, '[data-drag-help]').hidden = false;
  for (const bar of list.querySelectorAll<HTMLElement>('.menu-entry__bar')) bar.draggable = true;
  list.addEventListener('dragstart', (event) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>('.menu-entry') : null;
    if (!entry) return;
    dragged = branchOf(list, entry);
    startX = event.clientX - depthOf(entry) * INDENT_PX;
    if (event.dataTransfer) {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', entry.dataset.entry ?? '');
    }
    for (const movedEntry of dragged) movedEntry.classList.add('menu-entry--dragged');
  });
  list.addEventListener('dragover', (event) => updateDropPosition(list, event));
  list.addEventListener('drop', (event) => event.preventDefault());
  list.addEventListener('dragend', () => {
    for (const movedEntry of dragged) movedEntry.classList.remove('menu-entry--dragged');
    if (dragged.length > 0) updateFields(list);
    dragged = [];
  });
}
