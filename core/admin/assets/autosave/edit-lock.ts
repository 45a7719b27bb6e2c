import { button, element } from '../dom/element.js';
import { labelOf, type ScriptTexts } from '../dom/texts.js';

/** Heartbeat interval, in milliseconds. */
const HEARTBEAT_MS = 20_000;

/** The lock and autosave state of an entry (`core/admin/content/editing-route.ts`). */
interface LockState {
  /** The other user who is editing the entry; null if it is the current user. */
  readonly holder: { readonly name: string } | null;
  readonly saved: boolean;
}

/** A form that is locked while it is open. */
export interface LockedForm {
  /** Path of the entry below `plinth/v1/edit-lock/`. */
  readonly entityPath: string;
  /** URL to go to instead of editing. */
  readonly list: string;
  /** The element that shows when the autosave was stored. */
  readonly status: HTMLElement;
  /** Returns the content of an autosave as one string, so that unchanged content is not sent again. */
  state(): string;
  /** Returns the same content in the format of the route. */
  draft(): Readonly<Record<string, string>>;
  /** Sends a request to a REST route. */
  sendRequest(route: string, init?: RequestInit): Promise<Response>;
}

/**
 * Reports periodically that the form is being edited, stores an autosave, and asks the user what to do when another
 * user edits the same entry.
 */
export function lockForm(
  { entityPath: entity, list, status, state, draft, sendRequest }: LockedForm,
  labels: ScriptTexts,
): void {
  const route = `plinth/v1/edit-lock/${entity}`;
  let hasLock = false;
  let isAsking = false;
  let savedState = state();

  async function reportEditing(take: boolean): Promise<void> {
    if (isAsking && !take) return;
    const now = state();
    const response = await sendRequest(route, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ take, ...(now === savedState ? {} : draft()) }),
    }).catch(() => undefined);
    if (response?.status === 401 || response?.status === 403)
      return void document.dispatchEvent(new CustomEvent('plinth:signed-out'));
    if (!response?.ok) return;
    const { holder, saved } = (await response.json()) as LockState;
    savedState = now;
    if (saved)
      status.textContent = `${labelOf(labels, 'savedAt')} ${new Date().toLocaleTimeString(document.documentElement.lang || undefined, { timeStyle: 'short' })}`;
    if (holder) showTakeoverDialog(holder.name);
    hasLock = !holder;
  }

  function showTakeoverDialog(name: string): void {
    if (isAsking) return;
    isAsking = true;
    const sentence = labelOf(labels, hasLock ? 'takenOver' : 'lockedBy').replace('%s', name);
    const dialog = element(
      'dialog',
      { class: 'inserter editor-dialog lock-dialog', 'aria-label': labelOf(labels, 'locked') },
      element('p', {}, sentence),
    );
    const closeDialog = (): void => {
      dialog.close();
      dialog.remove();
    };
    dialog.append(
      element(
        'div',
        { class: 'actions' },
        button(labelOf(labels, 'takeOver'), { class: 'button--main' }, () => {
          closeDialog();
          isAsking = false;
          void reportEditing(true);
        }),
        element('a', { class: 'button button--quiet', href: list }, labelOf(labels, 'backToList')),
        button(labelOf(labels, 'viewOnly'), {}, closeDialog),
      ),
    );
    dialog.addEventListener('cancel', closeDialog);
    document.body.append(dialog);
    dialog.showModal();
  }

  void reportEditing(false);
  setInterval(() => void reportEditing(false), HEARTBEAT_MS);
  // Checks the lock immediately when the user returns to the tab.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void reportEditing(false);
  });
  window.addEventListener('pagehide', () => {
    if (hasLock) void sendRequest(route, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  });
}
