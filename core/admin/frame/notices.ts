import type { AdminScreen, PageRequest } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';
import { wordsOf } from '../../fields/index.js';
import { noticeHtml, noticesPutAway, PUT_AWAY } from '../../plugins/index.js';
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
  const dismissed = await noticesPutAway(meta);
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
      ? ` <a href="${escapeText(notice.link.url)}">${escapeText(wordsOf(notice.link.text))}</a>`
      : '';
    htmlParts.push(
      noticeHtml(nonces, {
        key: notice.dismissible ? key : '',
        type: notice.kind ?? 'info',
        classes: [],
        html: `<p>${escapeText(wordsOf(notice.text))}${link}</p>`,
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
  const key = request.method === 'POST' ? request.field(PUT_AWAY.field) : '';
  if (key === '') return undefined;
  if (
    nonces.wpVerifyNonce(request.field(PUT_AWAY.nonce), PUT_AWAY.action) === false ||
    currentContext()?.userId !== request.userId
  )
    return 'refused';
  const dismissed = await noticesPutAway(meta);
  if (!dismissed.includes(key))
    await meta.updateUserMeta(request.userId, PUT_AWAY.meta, [...dismissed, key.slice(0, 200)].slice(-MAX_DISMISSED));
  return 'saved';
}
