import type { AdminPage, PageRequest, Reply } from '../../api/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

const SLUG = 'redirects.php';
const PER_PAGE = 50;
const MAX_SELECTED = 200;

/** The screen that lists redirects: those created automatically after a rename, and the owner's own. */
export function redirectsScreen(deps: AdminDeps): AdminPage {
  const { redirects, views, nonces } = deps;
  const { __ } = deps.text;

  async function show(request: PageRequest, form = { source: '', target: '', problem: '' }): Promise<Reply> {
    const search = (request.url.searchParams.get('s') ?? '').trim().slice(0, 100);
    const currentPage = Math.max(1, Math.min(10_000, Math.trunc(Number(request.url.searchParams.get('paged'))) || 1));
    const { rows, total } = await redirects.list({ search, limit: PER_PAGE, offset: (currentPage - 1) * PER_PAGE });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const pageUrl = (paged: number): string =>
      `${SLUG}?${new URLSearchParams({ ...(search === '' ? {} : { s: search }), paged: String(paged) }).toString()}`;
    const data = {
      rows,
      total,
      search,
      currentPage,
      pages,
      newer: currentPage > 1 ? pageUrl(currentPage - 1) : '',
      older: currentPage < pages ? pageUrl(currentPage + 1) : '',
      form,
      nonceField: nonces.wpNonceField(nonceAction(SLUG)),
    };
    const reply: ScreenReply = {
      kind: 'page',
      title: __('Redirects'),
      content: async () => views.renderCore('admin/redirects', data),
      ...(form.problem === '' ? {} : { status: 400 }),
    };
    return reply;
  }

  async function addRedirect(request: PageRequest): Promise<Reply> {
    // A full URL of this site is reduced to its path.
    const readPath = (name: string): string => request.field(name).trim().slice(0, 2000).replace(deps.siteUrl, '');
    const [source, target] = [readPath('source'), readPath('target') || '/'];
    if (await redirects.add(source, target))
      return createRedirect(request, SLUG, {
        kind: 'success',
        text: __('%1$s now redirects to %2$s.', source, target),
      });
    return show(request, {
      source,
      target,
      problem: __('Enter two different paths on this site, such as /old-page/.'),
    });
  }

  return {
    slug: SLUG,
    title: () => __('Redirects'),
    capability: 'manage_options',
    parent: 'site-health.php',
    async handler(request) {
      if (request.method !== 'POST') return show(request);
      if (request.field('do') !== 'remove') return addRedirect(request);
      const selectedIds = request.form.redirects;
      const ids = (Array.isArray(selectedIds) ? selectedIds : [])
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0)
        .slice(0, MAX_SELECTED);
      await redirects.remove(ids);
      return createRedirect(
        request,
        SLUG,
        ids.length > 0
          ? { kind: 'success', text: __('Removed.') }
          : { kind: 'error', text: __('Select the redirects to remove.') },
      );
    },
  };
}
