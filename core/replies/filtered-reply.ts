import type { HookApi, RedirectReply, Reply } from '../api/index.js';
import { statusHeader } from './status-header.js';

type Filters = Pick<HookApi, 'applyFilters' | 'hasFilter'>;

/**
 * A reply of the host's own screens, after the filters that WordPress's `wp_redirect`, `status_header` and `wp_die` have. An ordinary page has no filter
 * of its status, there as here.
 */
export async function filteredReply(hooks: Filters, reply: Reply): Promise<Reply> {
  if (reply.kind === 'redirect') return filteredRedirect(hooks, reply);
  const { status = 200 } = reply;
  return status === 200 ? reply : { ...reply, status: await statusHeader(hooks, status) };
}

/** Where a visitor is sent, and how (`wp_redirect`). Without an address nobody is sent anywhere. */
async function filteredRedirect(hooks: Filters, reply: RedirectReply): Promise<Reply> {
  const asked = reply.status ?? 302;
  const location = await hooks.applyFilters<string | false>('wp_redirect', reply.location, asked);
  if (location === false || location === '')
    return { ...reply, kind: 'body', type: 'text/html; charset=UTF-8', status: 200, body: '' };
  const filtered = await hooks.applyFilters<number>('wp_redirect_status', asked, location);
  const status = await statusHeader(hooks, filtered >= 300 && filtered < 400 ? filtered : asked);
  const by = await hooks.applyFilters<string | false>('x_redirect_by', 'Plinth', status, location);
  return { ...reply, location, status, headers: { ...reply.headers, 'X-Redirect-By': by || '' } };
}
