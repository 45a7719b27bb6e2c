// Moves the entries of a menu by dragging; the form is saved as ever. Without it, buttons and fields do the same.
const list = document.querySelector('.menu-entries');
const STEP = 24;
const DEEPEST = 5;
let dragged = [];
let startX = 0;

const depthOf = (entry) => Number(entry.dataset.depth);

/** An entry with everything below it. */
function branchOf(entry) {
  const branch = [entry];
  for (let next = entry.nextElementSibling; next && depthOf(next) > depthOf(entry); next = next.nextElementSibling)
    branch.push(next);
  return branch;
}

function setDepth(entry, depth) {
  const shown = Math.max(0, Math.min(DEEPEST, depth));
  entry.classList.remove(`menu-entry--${entry.dataset.depth}`);
  entry.classList.add(`menu-entry--${shown}`);
  entry.dataset.depth = String(shown);
}

/** Writes into the fields of the form what stands in the list. */
function write() {
  const above = [];
  for (const [index, entry] of [...list.children].entries()) {
    const { entry: id } = entry.dataset;
    const depth = depthOf(entry);
    above.length = depth;
    entry.querySelector(`#position-${CSS.escape(id)}`).value = String(index + 1);
    entry.querySelector(`#parent-${CSS.escape(id)}`).value = above[depth - 1] ?? '0';
    above[depth] = id;
  }
  list.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts the branch before an entry, or at the end, as deep as the pointer stands and the place allows. */
function place(before, depth) {
  const [first] = dragged;
  const wasDepth = depthOf(first);
  for (const one of dragged) list.insertBefore(one, before);
  const previous = first.previousElementSibling;
  const next = dragged.at(-1).nextElementSibling;
  const most = previous ? depthOf(previous) + 1 : 0;
  // What stands behind must not fall below the branch.
  const least = next ? Math.min(depthOf(next), most) : 0;
  const wanted = Math.max(least, Math.min(most, depth));
  for (const one of dragged) setDepth(one, depthOf(one) - wasDepth + wanted);
}

function over(event) {
  if (dragged.length === 0) return;
  event.preventDefault();
  const others = [...list.children].filter((entry) => !dragged.includes(entry));
  const before = others.find((entry) => {
    const { top, height } = entry.getBoundingClientRect();
    return event.clientY < top + height / 2;
  });
  place(before ?? null, Math.round((event.clientX - startX) / STEP));
}

if (list) {
  document.querySelector('[data-drag-help]').hidden = false;
  for (const bar of list.querySelectorAll('.menu-entry__bar')) bar.draggable = true;
  list.addEventListener('dragstart', (event) => {
    const entry = event.target instanceof Element ? event.target.closest('.menu-entry') : null;
    if (!entry) return;
    dragged = branchOf(entry);
    startX = event.clientX - depthOf(entry) * STEP;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', entry.dataset.entry);
    for (const one of dragged) one.classList.add('menu-entry--dragged');
  });
  list.addEventListener('dragover', over);
  list.addEventListener('drop', (event) => event.preventDefault());
  list.addEventListener('dragend', () => {
    for (const one of dragged) one.classList.remove('menu-entry--dragged');
    if (dragged.length > 0) write();
    dragged = [];
  });
}
