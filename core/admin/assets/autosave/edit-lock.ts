import { button, element } from '../dom/element.js';
import { word, type Words } from '../dom/texts.js';

/** Milliseconds between two signs of life. */
const EVERY_MS = 20_000;

/** Who holds a thing, and what was kept of it (`core/admin/content/editing-route.ts`). */
interface Held {
  /** Who else edits it; null when it is the reader. */
  readonly holder: { readonly name: string } | null;
  readonly saved: boolean;
}

/** What is held while its form is open. */
export interface HeldForm {
  /** Behind `plinth/v1/editing/`. */
  readonly thing: string;
  /** Where to go instead of editing. */
  readonly list: string;
  /** Where it is said when it was kept. */
  readonly said: HTMLElement;
  /** What an autosave keeps, as one text: what was kept already is not sent again. */
  state(): string;
  /** The same, as the route takes it. */
  draft(): Readonly<Record<string, string>>;
  /** Asks a route of the REST server. */
  ask(route: string, init?: RequestInit): Promise<Response>;
}

/** Tells the site every while that a form is being written, keeps an autosave of it, and asks when somebody else writes there too. */
export function holdForm({ thing, list, said, state, draft, ask }: HeldForm, labels: Words): void {
  const route = `plinth/v1/editing/${thing}`;
  let isOurs = false;
  let isAsking = false;
  let kept = state();

  async function tell(take: boolean): Promise<void> {
    if (isAsking && !take) return;
    const now = state();
    const answer = await ask(route, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ take, ...(now === kept ? {} : draft()) }),
    }).catch(() => undefined);
    if (answer?.status === 401 || answer?.status === 403)
      return void document.dispatchEvent(new CustomEvent('plinth:signed-out'));
    if (!answer?.ok) return;
    const { holder, saved } = (await answer.json()) as Held;
    kept = now;
    if (saved)
      said.textContent = `${word(labels, 'kept')} ${new Date().toLocaleTimeString(document.documentElement.lang || undefined, { timeStyle: 'short' })}`;
    if (holder) choose(holder.name);
    isOurs = !holder;
  }

  function choose(name: string): void {
    if (isAsking) return;
    isAsking = true;
    const sentence = word(labels, isOurs ? 'takenOver' : 'heldBy').replace('%s', name);
    const dialog = element(
      'dialog',
      { class: 'inserter editor-dialog lock-dialog', 'aria-label': word(labels, 'locked') },
      element('p', {}, sentence),
    );
    const end = (): void => {
      dialog.close();
      dialog.remove();
    };
    dialog.append(
      element(
        'div',
        { class: 'actions' },
        button(word(labels, 'takeOver'), { class: 'button--main' }, () => {
          end();
          isAsking = false;
          void tell(true);
        }),
        element('a', { class: 'button button--quiet', href: list }, word(labels, 'backToList')),
        button(word(labels, 'onlyLook'), {}, end),
      ),
    );
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
    if (isOurs) void ask(route, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  });
}
