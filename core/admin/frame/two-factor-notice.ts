import type { AdminScreen } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';
import { noticeHtml, noticesPutAway } from '../../plugins/index.js';
import type { AdminDeps } from '../deps.js';

/** Where people arrive after they logged in, and where they look after their account. */
const SCREENS: readonly string[] = ['dashboard', 'profile'];
/** What is remembered of an account that put the notice away: this, and when. */
const KEY = 'core/two-factor/';
/** Milliseconds in which somebody who put it away is not asked again. */
const SILENT_MS = 30 * 86_400_000;

type NoticeDeps = Pick<AdminDeps, 'factors' | 'meta' | 'nonces' | 'roles' | 'text' | 'now'>;

/** Asks administrators who log in with a password alone to set up two-factor authentication, as finished HTML; empty for everybody else. */
export async function twoFactorNotice(deps: NoticeDeps, screen: AdminScreen): Promise<string> {
  const userId = currentContext()?.userId ?? 0;
  if (!SCREENS.includes(screen.id) || !(await deps.roles.currentUserCan('manage_options'))) return '';
  if ((await deps.factors.isOn(userId)) || (await wasPutAway(deps))) return '';
  const { __ } = deps.text;
  const link = `<a href="/wp-admin/second-factor.php">${escapeText(__('Set up two-factor authentication'))}</a>`;
  return noticeHtml(deps.nonces, {
    id: 'two-factor-notice',
    key: `${KEY}${deps.now()}`,
    type: 'warning',
    classes: [],
    html: `<p>${escapeText(__('Your administrator account is protected only by its password.'))} ${link}</p>`,
    text: __('Remind me in 30 days'),
  });
}

async function wasPutAway({ meta, now }: NoticeDeps): Promise<boolean> {
  const times = (await noticesPutAway(meta))
    .filter((key) => key.startsWith(KEY))
    .map((key) => Number(key.slice(KEY.length)));
  return times.some((time) => time <= now() && now() - time < SILENT_MS);
}
