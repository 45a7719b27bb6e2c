import { lengthOf } from './page/counter.js';
import { button, element } from '../dom/element.js';
import { offerEditor } from './page/panels.js';
import { previewBeside } from './page/preview.js';
import { holdForm } from '../autosave/edit-lock.js';
import { findSurroundings, type Surroundings } from './page/surroundings.js';
import { labelOf } from '../dom/texts.js';
import { nameScheduling, growTitle } from './page/form-fields.js';
import { createWriting } from './page/document-text.js';
import { inserterDialog } from './tools/inserter.js';

/** Replaces the text field with the editor. The field remains the value that is submitted. */
function start(page: Surroundings): void {
  const { box, source, labels } = page;
  const label = box.querySelector<HTMLElement>('label[for="content"]');
  const help = box.querySelector<HTMLElement>('#content-help');
  const mount = element('div', { class: 'writing' });
  const status = element('p', { class: 'visually-hidden', role: 'status' });
  const count = element('p', { class: 'muted editor__count' });
  box.append(mount, count, status);

  let inCode = false;
  const add = button(labelOf(labels, 'add'), { class: 'button--main', 'aria-haspopup': 'dialog' }, () =>
    open(writing.view),
  );
  const code = button(
    labelOf(labels, 'code'),
    { 'aria-pressed': 'false', class: 'button--quiet toolbar__last' },
    toggleCode,
  );
  const writing = createWriting(page, mount, { first: [add], last: [previewBeside(page), code] }, store);
  const open = inserterDialog(page.library, (block) => {
    writing.insert(block);
    status.textContent = `${labelOf(labels, 'add')}: ${block.title}`;
  });

  function store(): void {
    source.value = writing.text();
    count.textContent = lengthOf(writing.view.state.doc, labels);
    source.dispatchEvent(new Event('input', { bubbles: true }));
  }
  function toggleCode(): void {
    inCode = !inCode;
    if (!inCode && source.value !== writing.text()) writing.setText(source.value);
    show();
    (inCode ? source : writing.view).focus();
  }
  function show(): void {
    code.setAttribute('aria-pressed', String(inCode));
    for (const one of [source, label, help]) if (one) one.hidden = !inCode;
    mount.hidden = inCode;
    box.classList.toggle('editor__text--code', inCode);
  }
  show();
  count.textContent = lengthOf(writing.view.state.doc, labels);
  // Text set in the field by other scripts is copied into the editor.
  source.addEventListener('plinth:set', () => writing.setText(source.value));
  lockEntry(page);
  for (const restore of document.querySelectorAll<HTMLElement>('[data-autosave]'))
    restore.addEventListener('click', () => bringBack(page, writing.setText, restore));
  offerEditor(page, writing.setText);
}

/** Locks the entry for its editor once it has been saved. */
function lockEntry(page: Surroundings): void {
  const { form, box, source, labels, sendRequest } = page;
  const post = Number(form.dataset['post']) || 0;
  if (post === 0) return;
  const status = element('p', { class: 'muted editor__kept', role: 'status' });
  box.append(status);
  holdForm(
    {
      entityPath: String(post),
      list: form.dataset['list'] ?? './',
      status,
      sendRequest,
      state: () => stateOf(page),
      draft: () => ({ title: fieldOf(form, 'post_title'), content: source.value, excerpt: fieldOf(form, 'excerpt') }),
    },
    labels,
  );
}

function fieldOf(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)?.value ?? '';
}

/** Returns the content of an autosave as one string. */
function stateOf({ form, source }: Surroundings): string {
  return JSON.stringify([fieldOf(form, 'post_title'), source.value, fieldOf(form, 'excerpt')]);
}

/** Restores an autosave into the form without saving it. */
function bringBack({ form }: Surroundings, setText: (text: string) => void, restore: HTMLElement): void {
  const { title, content, excerpt } = JSON.parse(restore.dataset['autosave'] ?? '{}') as {
    title: string;
    content: string;
    excerpt: string;
  };
  for (const [name, value] of [
    ['post_title', title],
    ['excerpt', excerpt],
  ] as const) {
    const field = form.querySelector<HTMLTextAreaElement>(`[name="${name}"]`);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  setText(content);
  restore.closest('.notice')?.remove();
}

const page = findSurroundings();
if (page) start(page);
// Post types without the editor still have the rest of the form.
const form = document.querySelector<HTMLFormElement>('form.editor');
if (form) {
  nameScheduling(form);
  growTitle(form);
}
