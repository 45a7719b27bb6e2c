import { find, textFields } from './shared/dom.js';

// The form of a rule: the first page of its list follows what is typed. Without this script the button “Preview” does the same.

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

/** Asks for the page as the button would, and takes the preview out of it; what is not complete yet leaves the last one. */
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
    // The button goes on working.
  }
}
