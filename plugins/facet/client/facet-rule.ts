import { find, textFields } from './shared/dom.js';

// The rule form: the preview of the first page of the list follows the input. Without this script the “Preview” button
// does the same.

const form = document.querySelector<HTMLFormElement>('[data-rule-form]');
const shown = document.querySelector('[data-rule-preview]');
const WAIT_MS = 500;
let waiting: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

if (form && shown) {
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void look(form, shown), WAIT_MS);
  });
}

/** Requests the page as the button would and extracts the preview; incomplete input keeps the last preview. */
async function look(form: HTMLFormElement, shown: Element): Promise<void> {
  const own = ++asked;
  const body = textFields(new FormData(form));
  body.set('action', 'preview');
  try {
    const answer = await fetch(location.href, { method: 'POST', body });
    const fresh = new DOMParser()
      .parseFromString(await answer.text(), 'text/html')
      .querySelector('[data-rule-preview]');
    if (!answer.ok || !fresh || own !== asked) return;
    shown.replaceChildren(...fresh.childNodes);
    find(document, '[data-rule-status]').textContent = form.dataset.fresh ?? '';
  } catch {
    // The button still works.
  }
}
