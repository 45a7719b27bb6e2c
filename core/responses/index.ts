import { STATUS_CODES } from 'node:http';
import { type HookApi, type RedirectReply, type Reply } from '../api/index.js';

const PROTOCOL = 'HTTP/1.1';

type Filters = Pick<HookApi, 'applyFilters' | 'hasFilter'>;

/**
 * Applies the filters of WordPress's `wp_redirect`, `status_header` and `wp_die` to a reply of the host's own screens.
 * The status of an ordinary page is not filtered, as in WordPress.
 */
export async function filterReply(hooks: Filters, reply: Reply): Promise<Reply> {
  if (reply.kind === 'redirect') return filterRedirect(hooks, reply);
  const { status = 200 } = reply;
  return status === 200 ? reply : { ...reply, status: await filterStatus(hooks, status) };
}

/** Applies the filters to a redirect's target and status (`wp_redirect`). With an empty target there is no redirect. */
async function filterRedirect(hooks: Filters, reply: RedirectReply): Promise<Reply> {
  const requestedStatus = reply.status ?? 302;
  const location = await hooks.applyFilters<string | false>('wp_redirect', reply.location, requestedStatus);
  if (location === false || location === '')
    return { ...reply, kind: 'body', type: 'text/html; charset=UTF-8', status: 200, body: '' };
  const filtered = await hooks.applyFilters<number>('wp_redirect_status', requestedStatus, location);
  const status = await filterStatus(hooks, filtered >= 300 && filtered < 400 ? filtered : requestedStatus);
  const redirectBy = await hooks.applyFilters<string | false>('x_redirect_by', 'Plinth', status, location);
  return { ...reply, location, status, headers: { ...reply.headers, 'X-Redirect-By': redirectBy || '' } };
}

/**
 * Returns the response status after plugins have filtered its status line (`status_header`). They receive and return
 * the whole line, as in WordPress; only its number is used, since newer protocols have no reason phrase.
 */
export async function filterStatus(
  hooks: Pick<HookApi, 'applyFilters' | 'hasFilter'>,
  status: number,
): Promise<number> {
  if (!hooks.hasFilter('status_header')) return status;
  const text = STATUS_CODES[status] ?? '';
  const line = await hooks.applyFilters('status_header', `${PROTOCOL} ${status} ${text}`, status, text, PROTOCOL);
  const filteredStatus = Number(/^HTTP\/[\d.]+ (\d{3})(?: |$)/.exec(line)?.[1]);
  return filteredStatus >= 200 && filteredStatus < 600 ? filteredStatus : status;
}

/** Headers of pages that must not be cached (`wp_get_nocache_headers`). */
export const NO_CACHE = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const;

/** Returns these headers after plugins have filtered them. */
export async function nocacheHeaders(hooks: Pick<HookApi, 'applyFilters'>): Promise<Readonly<Record<string, string>>> {
  return hooks.applyFilters<Readonly<Record<string, string>>>('nocache_headers', { ...NO_CACHE });
}
