// Turns the editor's text into a list of blocks. The textarea stays what is sent, and without this file it is the editor.
import { blockControls } from './block-controls.js';
import { cut, join } from './block-text.js';
import { offerEditor } from './editor-panels.js';
import { writing } from './block-writing.js';

const box = document.querySelector('[data-block-editor]');
const source = box.querySelector('textarea');
const words = box.dataset;
let blocks = cut(source.value);

function store() {
  source.value = join(blocks);
  source.dispatchEvent(new Event('input', { bubbles: true }));
}

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) name in element ? (element[name] = value) : element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const list = make('div', { className: 'block-list' });
const status = make('p', { className: 'visually-hidden', role: 'status' });
const inserter = document.getElementById('inserter');
let insertAt = 0;

function button(text, action, label = text) {
  const made = make('button', { type: 'button', className: 'button--quiet', textContent: text });
  made.setAttribute('aria-label', label);
  made.addEventListener('click', action);
  return made;
}

function titleOf(block) {
  return (block.name && inserter.querySelector(`[data-block="${block.name}"] strong`)?.textContent) ?? block.name ?? 'HTML';
}

function move(index, by) {
  const to = index + by;
  if (to < 0 || to >= blocks.length) return;
  [blocks[index], blocks[to]] = [blocks[to], blocks[index]];
  store();
  draw();
  list.children[to]?.querySelector('button')?.focus();
}

/** What writing in one block may do to the others. */
const around = {
  /** A paragraph that is in no list yet. */
  paragraph(...content) {
    const [made] = cut(inserter.querySelector('[data-block="core/paragraph"]').dataset.markup);
    const text = make('p', {}, ...content);
    return { ...made, raw: made.raw.replace('<p></p>', () => text.outerHTML) };
  },
  /** Puts blocks behind another; before all without one. */
  put(block, ...made) {
    blocks.splice(blocks.indexOf(block) + 1, 0, ...made);
    draw();
    around.changed(block);
  },
  remove(block) {
    blocks.splice(blocks.indexOf(block), 1);
    draw();
    store();
  },
  drop,
  beside: (block, by) => blocks[blocks.indexOf(block) + by],
  changed(block) {
    block?.save?.();
    store();
  },
};

function written(block) {
  const element = writing(block, around);
  if (!element) return null;
  // A list stays a list to whoever hears it: its entries mean nothing inside a text box.
  if (!['UL', 'OL'].includes(element.tagName)) {
    element.setAttribute('role', 'textbox');
    element.setAttribute('aria-multiline', 'true');
  }
  element.setAttribute('aria-label', titleOf(block));
  element.dataset.placeholder = words.textEmpty;
  return element;
}

function raw(block) {
  const area = make('textarea', { value: block.raw, rows: Math.min(12, block.raw.split('\n').length + 1) });
  area.setAttribute('aria-label', titleOf(block));
  area.addEventListener('input', () => {
    block.raw = area.value;
    store();
  });
  return area;
}

/** Milliseconds after the last stroke until a changed block is shown anew. */
const PAUSE = 400;

/** What the server makes of a block, with what can be set of it. */
function rendered(block) {
  const view = make('div', { className: 'block__preview' }, make('p', { className: 'muted', textContent: words.textLoading }));
  view.inert = true;
  load(view, block);
  const controls = JSON.parse(inserter.querySelector(`[data-block="${block.name}"]`)?.dataset.controls ?? '[]');
  if (controls.length === 0) return view;
  let waiting;
  const change = (raw) => {
    block.raw = raw;
    store();
    clearTimeout(waiting);
    waiting = setTimeout(() => load(view, block), PAUSE);
  };
  return make('div', { className: 'block__made' }, blockControls(controls, block, words, change), view);
}

/** Shows a block as visitors get it: in a document of its own, where the theme's styles are at home. */
function load(view, block) {
  const { raw } = block;
  const fields = new FormData(box.closest('form'));
  for (const [name, value] of Object.entries({ content: block.raw, action: 'preview', part: '1' })) fields.set(name, value);
  fetch(location.href, { method: 'POST', credentials: 'same-origin', body: fields })
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((html) => {
      // An answer that comes late is about what was set before.
      if (block.raw !== raw) return;
      const frame = make('iframe', { title: titleOf(block), srcdoc: html });
      frame.addEventListener('load', () => {
        frame.style.height = `${frame.contentDocument.documentElement.scrollHeight}px`;
      });
      view.replaceChildren(frame);
    })
    .catch(() => view.replaceChildren(make('p', { className: 'muted', textContent: words.textFailed })));
}

function body(block) {
  const selfClosing = block.name !== null && /\/-->\s*$/.test(block.raw) && !block.raw.includes('<!-- /wp:');
  return written(block) ?? (selfClosing && block.name !== 'core/html' ? rendered(block) : raw(block));
}

function drop(block) {
  const index = blocks.indexOf(block);
  blocks.splice(index, 1);
  store();
  draw();
  (list.children[Math.max(0, index - 1)] ?? tools).querySelector('button')?.focus();
}

function section(block) {
  const name = titleOf(block);
  const bar = make('div', { className: 'block__bar' }, make('strong', { textContent: name }),
    make('span', {},
      button('↑', () => move(blocks.indexOf(block), -1), `${words.textUp}: ${name}`),
      button('↓', () => move(blocks.indexOf(block), 1), `${words.textDown}: ${name}`),
      button('+', () => openInserter(blocks.indexOf(block) + 1), `${words.textAdd} (${name} ↓)`),
      button('×', () => drop(block), `${words.textDelete}: ${name}`)));
  return make('section', { className: 'block' }, bar, body(block));
}

const sections = new WeakMap();

/** Shows the list as it is now; what is shown already stays, with its caret and its preview. */
function draw() {
  const shown = blocks.map((block) => {
    if (!sections.has(block)) sections.set(block, section(block));
    return sections.get(block);
  });
  for (const old of [...list.children]) if (!shown.includes(old)) old.remove();
  shown.forEach((element, index) => {
    element.setAttribute('aria-label', `${index + 1}. ${titleOf(blocks[index])}`);
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

function openInserter(at) {
  insertAt = at;
  search.value = '';
  narrow();
  inserter.showModal();
  search.focus();
}

const search = document.getElementById('inserter-search');
const found = inserter.querySelector('[data-found]');
function narrow() {
  const wanted = search.value.trim().toLowerCase();
  let shown = 0;
  for (const item of inserter.querySelectorAll('li')) {
    item.hidden = wanted !== '' && !item.dataset.words.toLowerCase().includes(wanted);
    if (!item.hidden) shown += 1;
  }
  found.textContent = `${found.dataset.found} ${shown}`;
}
search.addEventListener('input', narrow);
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  inserter.querySelector('li:not([hidden]) button')?.click();
});
inserter.addEventListener('click', (event) => {
  const chosen = event.target.closest('[data-block]');
  if (chosen) {
    blocks.splice(insertAt, 0, ...cut(chosen.dataset.markup));
    store();
    inserter.close();
    draw();
    const added = list.children[insertAt];
    (added?.querySelector('.block__text, textarea') ?? added?.querySelector('button'))?.focus();
    status.textContent = `${words.textAdd}: ${chosen.querySelector('strong').textContent}`;
  } else if (event.target.closest('[data-close]')) inserter.close();
});

let inCode = false;
const toggle = button(words.textCode, () => {
  inCode = !inCode;
  if (!inCode) {
    blocks = cut(source.value);
    draw();
  }
  show();
});
const add = button(words.textAdd, () => openInserter(blocks.length));
const tools = make('div', { className: 'block-tools' }, add, toggle);
function show() {
  toggle.textContent = inCode ? words.textBlocks : words.textCode;
  toggle.setAttribute('aria-label', toggle.textContent);
  source.hidden = !inCode;
  list.hidden = inCode;
  add.hidden = inCode;
  box.querySelector('label').hidden = !inCode;
  box.querySelector('#content-help').hidden = !inCode;
}
box.append(tools, list, status);
// Whoever starts an empty text can type at once.
if (blocks.length === 0) blocks = cut(inserter.querySelector('[data-block="core/paragraph"]').dataset.markup);
draw();
show();
offerEditor({
  form: box.closest('form'),
  words,
  setContent(text) {
    source.value = text;
    blocks = cut(text);
    draw();
    store();
  },
});
