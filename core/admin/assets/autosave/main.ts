import { button, element } from '../dom/element.js';
import { labelOf, type ScriptTexts } from '../dom/texts.js';
import { createCopyStorage, fieldsOf, fillForm, deleteOldCopies } from './local-copy.js';
import { lockForm } from './edit-lock.js';
import { createSession, type Session } from './session.js';

/** Milliseconds of inactivity before the input is stored. */
const PAUSE_MS = 600;

/**
 * Stores the input of a form: in this browser until the server has saved it, and with a login dialog when the session
 * has expired.
 */
function preserveInput(form: HTMLFormElement, user: string, labels: ScriptTexts, session: Session): void {
  const copies = createCopyStorage(user, location.pathname + location.search);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveCopy = (sent: boolean): void =>
    copies.write({ savedAt: Date.now(), isSubmitted: sent, fields: fieldsOf(form) });
  offerRestore();
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => saveCopy(false), PAUSE_MS);
  });

  let isPassed = false;
  form.addEventListener(
    'submit',
    (event) => {
      if (isPassed) {
        isPassed = false;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      const { submitter } = event;
      void session.ensure().then((isLoggedIn) => {
        if (!isLoggedIn) return;
        clearTimeout(timer);
        if (!(submitter instanceof HTMLButtonElement && submitter.formTarget !== '')) saveCopy(true);
        isPassed = true;
        form.requestSubmit(submitter);
      });
    },
    { capture: true },
  );

  /** Offers to restore earlier input that differs from the current values. */
  function offerRestore(): void {
    const storedCopy = copies.read();
    if (!storedCopy) return;
    if (form.dataset['unsaved'] !== '' || JSON.stringify(storedCopy.fields) === JSON.stringify(fieldsOf(form)))
      return copies.clear();
    const savedTime = new Date(storedCopy.savedAt).toLocaleString(document.documentElement.lang || undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    const notice = element(
      'div',
      { class: 'notice notice--warning', role: 'status' },
      element('p', {}, `${labelOf(labels, 'found')} ${savedTime}.`),
    );
    notice.append(
      element(
        'div',
        { class: 'actions' },
        button(labelOf(labels, 'restore'), {}, () => {
          fillForm(form, storedCopy.fields);
          notice.remove();
        }),
        button(labelOf(labels, 'discard'), {}, () => {
          copies.clear();
          notice.remove();
        }),
      ),
    );
    form.before(notice);
  }
}

/** Locks the entry that a plugin's form edits (`data-editing`) and stores autosaves of the form on the server. */
function lockEntry(form: HTMLFormElement, rest: string, labels: ScriptTexts): void {
  const { editing, list = './' } = form.dataset;
  if (!editing || !script) return;
  const status = element('p', { class: 'muted editor__kept', role: 'status' });
  form.append(status);
  const fields = (): string => new URLSearchParams(fieldsOf(form).map(([name, value]) => [name, value])).toString();
  lockForm(
    {
      entityPath: editing,
      list,
      status,
      state: fields,
      draft: () => ({ fields: fields() }),
      sendRequest(route, init = {}) {
        const headers = new Headers(init.headers);
        headers.set('X-WP-Nonce', script.dataset['restNonce'] ?? '');
        return fetch(rest + route, { credentials: 'same-origin', ...init, headers });
      },
    },
    labels,
  );
}

const script = document.querySelector<HTMLElement>('[data-autosave-labels]');
const forms = document.querySelectorAll<HTMLFormElement>('form[data-unsaved]');
deleteOldCopies(document.querySelector('.notice--success') !== null, Date.now());
if (script && forms.length > 0) {
  const { autosaveLabels: labelsJson = '{}', user = '', check = '', logIn = '', rest = '' } = script.dataset;
  const labels = JSON.parse(labelsJson) as ScriptTexts;
  const session = createSession({ check, logIn, user }, labels);
  for (const form of forms) {
    preserveInput(form, user, labels, session);
    lockEntry(form, rest, labels);
  }
  document.addEventListener('plinth:signed-out', () => void session.ensure());
}
