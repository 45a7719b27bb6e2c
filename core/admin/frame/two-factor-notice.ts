import type { AdminScreen } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';
import { renderNotice, getDismissedNotices } from '../../plugins/index.js';
import type { AdminDeps } from '../deps.js';

/** The screens users see after login and for managing their account. */
const SCREENS: readonly string[] = ['dashboard', 'profile'];
/** Key under which an account's dismissal is stored, with its time. */
const KEY = 'core/two-factor/';
/** Milliseconds before a dismissed notice is shown again. */
const DISMISSED_MS = 30 * 86_400_000;

type NoticeDeps = Pick<AdminDeps, 'twoFactor' | 'meta' | 'nonces' | 'roles' | 'text' | 'now'>;

/**
 * Renders a notice that asks administrators who log in with only a password to set up two-factor authentication; empty
 * for everyone else.
 */
export async function twoFactorNotice(deps: NoticeDeps, screen: AdminScreen): Promise<string> {
  const userId = currentContext()?.userId ?? 0;
  if (!SCREENS.includes(screen.id) || !(await deps.roles.currentUserCan('manage_options'))) return '';
  if ((await deps.twoFactor.isOn(userId)) || (await isDismissed(deps))) return '';
  const { __ } = deps.text;
  const link = `<a href="/wp-admin/two-factor.php">${escapeText(__('Set up two-factor authentication'))}</a>`;
  return renderNotice(deps.nonces, {
    id: 'two-factor-notice',
    key: `${KEY}${deps.now()}`,
    type: 'warning',
    classes: [],
    html: `<p>${escapeText(__('Your administrator account is protected only by its password.'))} ${link}</p>`,
    text: __('Remind me in 30 days'),
  });
}

async function isDismissed({ meta, now }: NoticeDeps): Promise<boolean> {
  const times = (await getDismissedNotices(meta))
    .filter((key) => key.startsWith(KEY))
    .map((key) => Number(key.slice(KEY.length)));
  return times.some((time) => time <= now() && now() - time < DISMISSED_MS);
}
