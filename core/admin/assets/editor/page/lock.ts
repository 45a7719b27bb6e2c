import { button, element } from '../../dom/element.js';
import { word } from '../../dom/words.js';
import type { Surroundings } from './surroundings.js';

/** Milliseconds between two signs of life. */
const EVERY_MS = 20_000;

/** Who holds a text, and what was kept of it (`core/admin/content/editing-route.ts`). */
interface Held {
  /** Who else edits it; null when it is the reader. */
  readonly holder: { readonly name: string } | null;
  readonly saved: boolean;
}

/**
 * Tells the site every while that this text is being written, keeps an autosave of it, and asks when somebody else writes it too.
 * @param state what an autosave keeps, as one text: what was kept already is not sent again
 */
export function holdText(page: Surroundings, state: () => string): void {
  const { form, words, ask } = page;
  const id = Number(form.dataset['post']) || 0;
  if (id === 0) return;
  let isOurs = false;
  let isAsking = false;
  let kept = state();
  const said = element('p', { class: 'muted editor__kept', role: 'status' });
  page.box.append(said);

  async function tell(take: boolean): Promise<void> {
    if (isAsking && !take) return;
    const now = state();
    const field = (name: string): string => form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)?.value ?? '';
    const draft = now === kept ? {} : { title: field('post_title'), content: page.source.value, excerpt: field('excerpt') };
    const answer = await ask(`plinth/v1/editing/${id}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ take, ...draft }) }).catch(() => undefined);
    if (answer?.status === 401 || answer?.status === 403) return void document.dispatchEvent(new CustomEvent('plinth:signed-out'));
    if (!answer?.ok) return;
    const { holder, saved } = (await answer.json()) as Held;
    kept = now;
    if (saved) said.textContent = `${word(words, 'kept')} ${new Date().toLocaleTimeString(document.documentElement.lang || undefined, { timeStyle: 'short' })}`;
    if (holder) choose(holder.name);
    isOurs = !holder;
  }

  function choose(name: string): void {
    if (isAsking) return;
    isAsking = true;
    const sentence = word(words, isOurs ? 'takenOver' : 'heldBy').replace('%s', name);
    const dialog = element('dialog', { class: 'inserter editor-dialog lock-dialog', 'aria-label': word(words, 'locked') }, element('p', {}, sentence));
    const end = (): void => {
      dialog.close();
      dialog.remove();
    };
    dialog.append(element('div', { class: 'actions' },
      button(word(words, 'takeOver'), { class: 'button--main' }, () => {
        end();
        isAsking = false;
        void tell(true);
      }),
      element('a', { class: 'button button--quiet', href: form.dataset['list'] ?? './' }, word(words, 'backToList')),
      button(word(words, 'onlyLook'), {}, end)));
    dialog.addEventListener('cancel', end);
    document.body.append(dialog);
    dialog.showModal();
  }

  void tell(false);
  setInterval(() => void tell(false), EVERY_MS);
  // Whoever comes back to a tab knows at once.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void tell(false);
  });
  window.addEventListener('pagehide', () => {
    if (isOurs) void ask(`plinth/v1/editing/${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  });
}
