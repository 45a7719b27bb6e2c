import { lengthOf } from './page/counter.js';
import { button, element } from '../dom/element.js';
import { initializePanels } from './page/panels.js';
import { createPreviewToggle } from './page/preview.js';
import { lockForm } from '../autosave/edit-lock.js';
import { findEditorPage, type EditorPage } from './page/editor-page.js';
import { labelOf } from '../dom/texts.js';
import { labelScheduling, growTitle } from './page/form-fields.js';
import { createTextEditor } from './page/document-text.js';
import { inserterDialog } from './tools/inserter.js';

/** Replaces the text field with the editor. The field remains the value that is submitted. */
function startEditor(page: EditorPage): void {
  const { box, source, labels } = page;
  const label = box.querySelector<HTMLElement>('label[for="content"]');
  const help = box.querySelector<HTMLElement>('#content-help');
  const mount = element('div', { class: 'writing' });
  const status = element('p', { class: 'visually-hidden', role: 'status' });
  const count = element('p', { class: 'muted editor__count' });
  box.append(mount, count, status);

  let isCodeMode = false;
  const addButton = button(labelOf(labels, 'add'), { class: 'button--main', 'aria-haspopup': 'dialog' }, () =>
    openInserter(writing.view),
  );
  const codeButton = button(
    labelOf(labels, 'code'),
    { 'aria-pressed': 'false', class: 'button--quiet toolbar__last' },
    toggleCode,
  );
  const writing = createTextEditor(
    page,
    mount,
    { first: [addButton], last: [createPreviewToggle(page), codeButton] },
    store,
  );
  const openInserter = inserterDialog(page.library, (block) => {
    writing.insert(block);
    status.textContent = `${labelOf(labels, 'add')}: ${block.title}`;
  });

  function store(): void {
    source.value = writing.text();
    count.textContent = lengthOf(writing.view.state.doc, labels);
    source.dispatchEvent(new Event('input', { bubbles: true }));
  }
  function toggleCode(): void {
    isCodeMode = !isCodeMode;
    if (!isCodeMode && source.value !== writing.text()) writing.setText(source.value);
    updateMode();
    (isCodeMode ? source : writing.view).focus();
  }
  function updateMode(): void {
    codeButton.setAttribute('aria-pressed', String(isCodeMode));
    for (const shownElement of [source, label, help]) if (shownElement) shownElement.hidden = !isCodeMode;
    mount.hidden = isCodeMode;
    box.classList.toggle('editor__text--code', isCodeMode);
  }
  updateMode();
  count.textContent = lengthOf(writing.view.state.doc, labels);
  // Text set in the field by other scripts is copied into the editor.
  source.addEventListener('plinth:set', () => writing.setText(source.value));
  lockEntry(page);
  for (const restore of document.querySelectorAll<HTMLElement>('[data-autosave]'))
    restore.addEventListener('click', () => restoreAutosave(page, writing.setText, restore));
  initializePanels(page, writing.setText);
}

/** Locks the entry for its editor once it has been saved. */
function lockEntry(page: EditorPage): void {
  const { form, box, source, labels, sendRequest } = page;
  const post = Number(form.dataset['post']) || 0;
  if (post === 0) return;
  const status = element('p', { class: 'muted editor__kept', role: 'status' });
  box.append(status);
  lockForm(
    {
      entityPath: String(post),
      list: form.dataset['list'] ?? './',
      status,
      sendRequest,
      state: () => serializeState(page),
      draft: () => ({
        title: fieldValue(form, 'post_title'),
        content: source.value,
        excerpt: fieldValue(form, 'excerpt'),
      }),
    },
    labels,
  );
}

function fieldValue(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)?.value ?? '';
}

/** Returns the content of an autosave as one string. */
function serializeState({ form, source }: EditorPage): string {
  return JSON.stringify([fieldValue(form, 'post_title'), source.value, fieldValue(form, 'excerpt')]);
}

/** Restores an autosave into the form without saving it. */
function restoreAutosave({ form }: EditorPage, setText: (text: string) => void, restore: HTMLElement): void {
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

const page = findEditorPage();
if (page) startEditor(page);
// Post types without the editor still have the rest of the form.
const form = document.querySelector<HTMLFormElement>('form.editor');
if (form) {
  labelScheduling(form);
  growTitle(form);
}
