import { button, element } from '../dom/element.js';
import { labelOf, type ScriptTexts } from '../dom/texts.js';

/** Request timeout, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** The server's session endpoints. */
export interface SessionEndpoints {
  /** Returns a REST nonce to a logged-in user. */
  readonly check: string;
  readonly logIn: string;
  /** ID of the logged-in user. */
  readonly user: string;
}

type State = 'in' | 'out' | 'silent';

/** Checks whether the user is still logged in and offers a login dialog if not. */
export interface Session {
  /** Resolves to true when there is a session again, or to false if the user closed the dialog. */
  ensure(): Promise<boolean>;
}

async function fetchState({ check }: SessionEndpoints): Promise<State> {
  try {
    const response = await fetch(check, {
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500) return 'silent';
    return response.ok && /^[\da-f]{6,40}$/i.test((await response.text()).trim()) ? 'in' : 'out';
  } catch {
    return 'silent';
  }
}

/** Replaces the nonces of the old session with those of the new one. Returns false if a different user logged in. */
async function renewNonces(user: string): Promise<boolean> {
  const response = await fetch(location.href, { credentials: 'same-origin' });
  const newPage = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (newPage.querySelector<HTMLElement>('[data-autosave-labels]')?.dataset['user'] !== user) return false;
  const findNonces = (page: Document): HTMLInputElement[] => [
    ...page.querySelectorAll<HTMLInputElement>('main input[name="_wpnonce"]'),
  ];
  const newNonces = findNonces(newPage);
  for (const [index, input] of findNonces(document).entries()) input.value = newNonces[index]?.value ?? input.value;
  const nonce = newPage.querySelector<HTMLElement>('[data-rest-nonce]')?.dataset['restNonce'];
  for (const holder of document.querySelectorAll<HTMLElement>('[data-rest-nonce]'))
    if (nonce) holder.dataset['restNonce'] = nonce;
  return true;
}

export function createSession(endpoints: SessionEndpoints, labels: ScriptTexts): Session {
  let pendingDialog: Promise<boolean> | undefined;

  /** Shows the login dialog beside the form until the user logs in or closes it. */
  function showLoginDialog(state: State): Promise<boolean> {
    return new Promise((resolve) => {
      const problem = element('p', { role: 'alert' }, labelOf(labels, state === 'out' ? 'signedOut' : 'silent'));
      const dialog = element(
        'dialog',
        { class: 'inserter session-dialog', 'aria-label': labelOf(labels, state === 'out' ? 'logIn' : 'silent') },
        problem,
      );
      const finish = (isIn: boolean): void => {
        dialog.close();
        dialog.remove();
        resolve(isIn);
      };
      const recheck = async (): Promise<void> => {
        if ((await fetchState(endpoints)) !== 'in') return;
        if (await renewNonces(endpoints.user).catch(() => false)) finish(true);
        else problem.textContent = labelOf(labels, 'otherPerson');
      };
      if (state === 'out') {
        const frame = element('iframe', {
          src: endpoints.logIn,
          title: labelOf(labels, 'logIn'),
          class: 'session-dialog__frame',
        });
        frame.addEventListener('load', () => {
          if (!/wp-login\.php$/.test(frame.contentWindow?.location.pathname ?? '')) void recheck();
        });
        dialog.append(frame);
      }
      dialog.append(
        element(
          'div',
          { class: 'actions' },
          ...(state === 'silent' ? [button(labelOf(labels, 'tryAgain'), {}, () => void recheck())] : []),
          button(labelOf(labels, 'close'), {}, () => finish(false)),
        ),
      );
      dialog.addEventListener('cancel', () => finish(false));
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  return {
    ensure() {
      pendingDialog ??= fetchState(endpoints)
        .then((state) => (state === 'in' ? true : showLoginDialog(state)))
        .finally(() => {
          pendingDialog = undefined;
        });
      return pendingDialog;
    },
  };
}
