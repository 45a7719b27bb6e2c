import { button, element } from '../dom/element.js';
import { word, type ScriptTexts } from '../dom/texts.js';

/** Heartbeat interval, in milliseconds. */
const EVERY_MS = 20_000;

/** The lock and autosave state of an entry (`core/admin/content/editing-route.ts`). */
interface Held {
  /** The other user who is editing the entry; null if it is the current user. */
  readonly holder: { readonly name: string } | null;
  readonly saved: boolean;
}

/** A form that is locked while it is open. */
export interface HeldForm {
  /** Path of the entry below `plinth/v1/edit-lock/`. */
  readonly thing: string;
  /** URL to go to instead of editing. */
  readonly list: string;
  /** The element that shows when the autosave was stored. */
  readonly said: HTMLElement;
  /** Returns the content of an autosave as one string, so that unchanged content is not sent again. */
  state(): string;
  /** Returns the same content in the format of the route. */
  draft(): Readonly<Record<string, string>>;
  /** Sends a request to a REST route. */
  ask(route: string, init?: RequestInit): Promise<Response>;
}

/**
 * Reports periodically that the form is being edited, stores an autosave, and asks the user what to do when another
 * user edits the same entry.
 */
export function holdForm({ thing: entity, list, said, state, draft, ask }: HeldForm, labels: ScriptTexts): void {
  const route = `plinth/v1/edit-lock/${entity}`;
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
  // Checks the lock immediately when the user returns to the tab.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void tell(false);
  });
  window.addEventListener('pagehide', () => {
    if (isOurs) void ask(route, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  });
}
