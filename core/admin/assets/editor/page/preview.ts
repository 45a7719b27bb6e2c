import { button } from '../../dom/element.js';
import { labelOf } from '../../dom/texts.js';
import type { EditorPage } from './editor-page.js';

/** Milliseconds of inactivity before the preview is updated. */
const PAUSE_MS = 900;

/**
 * Shows a live preview beside the text.
 * @returns the button that toggles the preview
 */
export function createPreviewToggle(page: EditorPage): HTMLButtonElement {
  const { form, source, labels } = page;
  const frame = form.querySelector<HTMLIFrameElement>('iframe[name="preview"]');
  // The frame stays hidden until it has content.
  const showFrame = (): void => form.classList.add('editor--previewed');
  form.querySelector('button[value="preview"]')?.addEventListener('click', showFrame);
  let isOn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const toggle = button(labelOf(labels, 'previewBeside'), { class: 'button--quiet', 'aria-pressed': 'false' }, () => {
    isOn = !isOn;
    toggle.setAttribute('aria-pressed', String(isOn));
    form.classList.toggle('editor--beside', isOn);
    if (!isOn) return;
    showFrame();
    void updatePreview();
  });

  async function updatePreview(): Promise<void> {
    const previewedText = source.value;
    const html = await page.preview(previewedText, true).catch(() => undefined);
    // A late response belongs to an earlier version of the text.
    if (!frame || html === undefined || previewedText !== source.value) return;
    const scrollTop = frame.contentWindow?.scrollY ?? 0;
    frame.addEventListener('load', () => frame.contentWindow?.scrollTo(0, scrollTop), { once: true });
    frame.srcdoc = html;
  }
  form.addEventListener('input', () => {
    if (!isOn) return;
    clearTimeout(timer);
    timer = setTimeout(() => void updatePreview(), PAUSE_MS);
  });
  return toggle;
}
