import type { AdminScreen, PageRequest } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';
import { resolveText } from '../../fields/index.js';
import { renderNotice, getDismissedNotices, DISMISSAL } from '../../plugins/index.js';
import type { AdminDeps } from '../deps.js';

/** Maximum number of dismissed notices stored per account. */
const MAX_DISMISSED = 200;

/** Renders the notices of plugins for this screen and user. */
export async function pluginNotices(
  { plugins, roles, meta, nonces, text }: Pick<AdminDeps, 'plugins' | 'roles' | 'meta' | 'nonces' | 'text'>,
  screen: AdminScreen,
): Promise<string> {
  const all = plugins.registries.adminNotices.all();
  if (all.length === 0) return '';
  const dismissed = await getDismissedNotices(meta);
  const htmlParts: string[] = [];
  for (const { owner, value: notice } of all) {
    const key = `${owner}/${notice.id}`;
    const isOnScreen =
      !(notice.dismissible && dismissed.includes(key)) &&
      (notice.screens === undefined || notice.screens.includes(screen.id));
    if (
      !isOnScreen ||
      !(await roles.currentUserCan(notice.capability ?? 'manage_options')) ||
      (notice.when && !(await notice.when()))
    )
      continue;
    const link = notice.link
      ? ` <a href="${escapeText(notice.link.url)}">${escapeText(resolveText(notice.link.text))}</a>`
      : '';
    htmlParts.push(
      renderNotice(nonces, {
        key: notice.dismissible ? key : '',
        type: notice.kind ?? 'info',
        classes: [],
        html: `<p>${escapeText(resolveText(notice.text))}${link}</p>`,
        text: text.__('Dismiss'),
      }),
    );
  }
  return htmlParts.join('\n');
}

/**
 * Stores that the user dismissed a notice.
 * @returns undefined if the request was something else
 */
export async function dismissNotice(
  { meta, nonces }: Pick<AdminDeps, 'meta' | 'nonces'>,
  request: PageRequest,
): Promise<'saved' | 'refused' | undefined> {
  const key = request.method === 'POST' ? request.field(DISMISSAL.field) : '';
  if (key === '') return undefined;
  if (
    nonces.wpVerifyNonce(request.field(DISMISSAL.nonce), DISMISSAL.action) === false ||
    currentContext()?.userId !== request.userId
  )
    return 'refused';
  const dismissed = await getDismissedNotices(meta);
  if (!dismissed.includes(key))
    await meta.updateUserMeta(request.userId, DISMISSAL.meta, [...dismissed, key.slice(0, 200)].slice(-MAX_DISMISSED));
  return 'saved';
}
