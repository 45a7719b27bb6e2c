import type { PageRequest } from '../../api/index.js';
import { deviceOf } from '../../auth/session-tokens.js';
import type { AdminDeps } from '../deps.js';
import type { AccountOutcome } from './account-outcome.js';

/** Renders the active sessions of an account as a section of its screen. */
export async function sessionsSection(
  deps: AdminDeps,
  userId: number,
  own: boolean,
  nonceField: string,
): Promise<string> {
  const { __ } = deps.text;
  const browserName = (ua: string): string => {
    const { browser, system } = deviceOf(ua);
    if (browser !== '' && system !== '') return __('%s on %s', browser, system);
    return browser || system || __('Unknown device');
  };
  const sessions = (await deps.sessions.wpGetAllSessions(userId)).map((session) => ({
    ...session,
    device: browserName(session.ua),
    network: session.ip,
    login: toViewTime(session.login),
    lastSeen: toViewTime(session.lastSeen),
  }));
  return deps.views.renderCore('admin/sessions', {
    sessions,
    own,
    others: sessions.some(({ current }) => !current),
    nonceField,
  });
}

/** Ends one session or all other sessions of an account; undefined if the form was for something else. */
export async function endSessions(
  deps: AdminDeps,
  request: PageRequest,
  userId: number,
): Promise<AccountOutcome | undefined> {
  const { __, _n } = deps.text;
  switch (request.field('action')) {
    case 'end-session':
      return (await deps.sessions.wpDestroySession(request.field('session'), userId))
        ? { successMessage: __('That device was logged out.'), problem: '' }
        : { successMessage: '', problem: __('That session has already ended.') };
    case 'end-other-sessions': {
      const ended =
        userId === request.userId
          ? await deps.sessions.wpDestroyOtherSessions()
          : await deps.sessions.wpDestroyAllSessions(userId);
      return { successMessage: _n('%d session ended.', '%d sessions ended.', ended), problem: '' };
    }
    default:
      return undefined;
  }
}

/** Converts a Unix time in seconds to the time format of views. */
function toViewTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
