import { button } from '../../dom/element.js';
import { word } from '../../dom/texts.js';
import type { Surroundings } from './surroundings.js';

/** Milliseconds after the last stroke until the preview follows. */
const PAUSE = 900;

/** Shows beside the text how visitors will see it, and follows what is typed. @returns the button that turns it on and off */
export function previewBeside(page: Surroundings): HTMLButtonElement {
  const { form, source, labels } = page;
  const frame = form.querySelector<HTMLIFrameElement>('iframe[name="preview"]');
  // An empty frame says nothing, so it waits until something is shown in it.
  const open = (): void => form.classList.add('editor--previewed');
  form.querySelector('button[value="preview"]')?.addEventListener('click', open);
  let isOn = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const toggle = button(word(labels, 'previewBeside'), { class: 'button--quiet', 'aria-pressed': 'false' }, () => {
    isOn = !isOn;
    toggle.setAttribute('aria-pressed', String(isOn));
    form.classList.toggle('editor--beside', isOn);
    if (!isOn) return;
    open();
    void show();
  });

  async function show(): Promise<void> {
    const asked = source.value;
    const html = await page.preview(asked, true).catch(() => undefined);
    // An answer that comes late is about what was typed before.
    if (!frame || html === undefined || asked !== source.value) return;
    const at = frame.contentWindow?.scrollY ?? 0;
    frame.addEventListener('load', () => frame.contentWindow?.scrollTo(0, at), { once: true });
    frame.srcdoc = html;
  }
  form.addEventListener('input', () => {
    if (!isOn) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(), PAUSE);
  });
  return toggle;
}
