// Turns the editor's text into a list of blocks. The textarea stays what is sent, and without this file it is the editor.
const box = document.querySelector('[data-block-editor]');
const source = box.querySelector('textarea');
const words = box.dataset;
const DELIMITER = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+({(?:(?!}\s+\/?-->)[\s\S])*?}\s+)?(\/)?-->/g;
/** Blocks whose text is written in place: the element that holds it. */
const WRITTEN = { 'core/paragraph': 'p', 'core/heading': 'h1,h2,h3,h4,h5,h6', 'core/list': 'ul,ol', 'core/quote': 'blockquote', 'core/table': 'table' };

/** Cuts a text into its outermost blocks; what lies between them is a block without a name. */
function cut(text) {
  const blocks = [];
  let depth = 0, start = 0, end = 0, open = null;
  const loose = (to) => {
    const raw = text.slice(end, to);
    if (raw.trim() !== '') blocks.push({ name: null, attrs: {}, raw: raw.trim() });
  };
  for (const match of text.matchAll(DELIMITER)) {
    const [whole, closing, namespace, name, json, selfClosing] = match;
    const after = match.index + whole.length;
    const full = (namespace ?? 'core/') + name;
    if (closing) {
      if (depth === 0) continue;
      depth -= 1;
      if (depth === 0) {
        blocks.push({ ...open, raw: text.slice(start, after) });
        end = after;
      }
    } else if (depth === 0) {
      loose(match.index);
      open = { name: full, attrs: read(json) };
      start = match.index;
      end = after;
      if (selfClosing) blocks.push({ ...open, raw: whole });
      else depth = 1;
    } else if (!selfClosing) depth += 1;
  }
  if (depth > 0) end = start;
  loose(text.length);
  return blocks;
}

function read(json) {
  try {
    return json ? JSON.parse(json) : {};
  } catch {
    return {};
  }
}

let blocks = cut(source.value);

function store() {
  source.value = blocks.map((block) => block.raw).join('\n\n');
  source.dispatchEvent(new Event('change'));
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

function written(block) {
  const held = make('template');
  held.innerHTML = block.raw;
  const element = held.content.querySelector(WRITTEN[block.name]);
  if (!element) return raw(block);
  element.className = `${element.className} block__text`.trim();
  const own = element.className;
  element.contentEditable = 'true';
  // A list stays a list to whoever hears it: its entries mean nothing inside a text box.
  if (!['UL', 'OL'].includes(element.tagName)) {
    element.setAttribute('role', 'textbox');
    element.setAttribute('aria-multiline', 'true');
  }
  element.setAttribute('aria-label', titleOf(block));
  element.dataset.placeholder = words.textEmpty;
  element.addEventListener('paste', (event) => {
    event.preventDefault();
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  });
  element.addEventListener('input', () => {
    const copy = element.cloneNode(true);
    for (const name of ['contenteditable', 'role', 'aria-multiline', 'aria-label', 'data-placeholder']) copy.removeAttribute(name);
    copy.className = own.replace(/\s*block__text/, '');
    if (copy.className === '') copy.removeAttribute('class');
    const first = block.raw.indexOf('-->') + 3;
    const last = block.raw.lastIndexOf('<!--');
    const around = make('template');
    around.innerHTML = block.raw.slice(first, last);
    around.content.querySelector(WRITTEN[block.name])?.replaceWith(copy);
    block.raw = `${block.raw.slice(0, first)}\n${around.innerHTML.trim()}\n${block.raw.slice(last)}`;
    store();
  });
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

/** What the server makes of a block, as visitors get it: in a document of its own, where the theme's styles are at home. */
function rendered(block) {
  const view = make('div', { className: 'block__preview' }, make('p', { className: 'muted', textContent: words.textLoading }));
  view.inert = true;
  const fields = new FormData(box.closest('form'));
  for (const [name, value] of Object.entries({ content: block.raw, action: 'preview', part: '1' })) fields.set(name, value);
  fetch(location.href, { method: 'POST', credentials: 'same-origin', body: fields })
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((html) => {
      const frame = make('iframe', { title: titleOf(block), srcdoc: html });
      frame.addEventListener('load', () => {
        frame.style.height = `${frame.contentDocument.documentElement.scrollHeight}px`;
      });
      view.replaceChildren(frame);
    })
    .catch(() => view.replaceChildren(make('p', { className: 'muted', textContent: words.textFailed })));
  return view;
}

function body(block) {
  if (block.name && block.name in WRITTEN) return written(block);
  const selfClosing = block.name !== null && /\/-->\s*$/.test(block.raw) && !block.raw.includes('<!-- /wp:');
  return selfClosing && block.name !== 'core/html' ? rendered(block) : raw(block);
}

function draw() {
  list.replaceChildren(
    ...blocks.map((block, index) => {
      const name = titleOf(block);
      const bar = make('div', { className: 'block__bar' }, make('strong', { textContent: name }),
        make('span', {},
          button('↑', () => move(index, -1), `${words.textUp}: ${name}`),
          button('↓', () => move(index, 1), `${words.textDown}: ${name}`),
          button('+', () => openInserter(index + 1), `${words.textAdd} (${name} ↓)`),
          button('×', () => {
            blocks.splice(index, 1);
            store();
            draw();
            (list.children[Math.max(0, index - 1)] ?? tools).querySelector('button')?.focus();
          }, `${words.textDelete}: ${name}`)));
      return make('section', { className: 'block', 'aria-label': `${index + 1}. ${name}` }, bar, body(block));
    }),
  );
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
