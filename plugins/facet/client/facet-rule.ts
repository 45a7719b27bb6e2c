import { find, textFields } from './shared/dom.js';

// The rule form: the preview of the first page of the list follows the input. Without this script the “Preview” button
// does the same.

const form = document.querySelector<HTMLFormElement>('[data-rule-form]');
const preview = document.querySelector('[data-rule-preview]');
const PREVIEW_DELAY_MS = 500;
let timer: ReturnType<typeof setTimeout> | undefined;
let requestNumber = 0;

if (form && preview) {
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void updatePreview(form, preview), PREVIEW_DELAY_MS);
  });
}

/** Requests the page as the button would and extracts the preview; incomplete input keeps the last preview. */
async function updatePreview(form: HTMLFormElement, preview: Element): Promise<void> {
  const currentNumber = ++requestNumber;
  const body = textFields(new FormData(form));
  body.set('action', 'preview');
  try {
    const response = await fetch(location.href, { method: 'POST', body });
    const newPreview = new DOMParser()
      .parseFromString(await response.text(), 'text/html')
      .querySelector('[data-rule-preview]');
    if (!response.ok || !newPreview || currentNumber !== requestNumber) return;
    preview.replaceChildren(...newPreview.childNodes);
    find(document, '[data-rule-status]').textContent = form.dataset.fresh ?? '';
  } catch {
    // The button still works.
  }
}
