import type { AdminPage, NonceApi, PageReply, Reply, RolesApi } from '../api/index.js';
import { createSendPage, type Handler, type MakePageRequest, type SitePageRequest } from '../http/index.js';
import type { Owned, PluginHost } from '../plugins/index.js';
import type { Views } from '../view/index.js';
import { dashboardScreen } from './dashboard.js';
import { nonceAction } from './nonce-action.js';
import { pluginsScreen } from './plugins-screen.js';

export interface AdminDeps {
  siteUrl: string;
  siteName(): Promise<string>;
  views: Views;
  roles: RolesApi;
  nonces: NonceApi;
  plugins: PluginHost;
  makeRequest: MakePageRequest;
  renderView(owner: string, reply: PageReply): string;
  translate(text: string): string;
}

/** The addresses of the host's own screens, as in WordPress. */
const OWN: Readonly<Record<string, string>> = { '': 'index.php', 'index.php': 'index.php', 'plugins.php': 'plugins.php' };

/**
 * Creates the admin at `/wp-admin/`: the host's screens, and those that plugins add. Visitors are sent to the login form;
 * each screen asks for its capability, and each POST for the screen's nonce.
 * @since 0.1.0
 */
export function createAdmin(deps: AdminDeps): Handler {
  const own: readonly AdminPage[] = [dashboardScreen(deps), pluginsScreen(deps)];
  const pages = (): readonly Owned<AdminPage>[] => [...own.map((value) => ({ owner: '', value })), ...deps.plugins.registries.adminPages.all()];
  const addressOf = (page: AdminPage): string => `${deps.siteUrl}/wp-admin/${own.includes(page) ? page.slug : `admin.php?page=${page.slug}`}`;

  async function menu(current: string): Promise<object[]> {
    const seen = await Promise.all(pages().map(async (entry) => ({ entry, allowed: await deps.roles.currentUserCan(entry.value.capability) })));
    const visible = seen.filter(({ entry, allowed }) => allowed && !entry.value.hidden).map(({ entry }) => entry.value);
    const item = (page: AdminPage): object => ({
      title: page.menuTitle ?? page.title,
      url: addressOf(page),
      icon: page.icon ?? '',
      current: page.slug === current,
      children: visible.filter((child) => child.parent === page.slug).map(item),
    });
    return visible.filter((page) => page.parent === undefined).sort((a, b) => (a.position ?? 50) - (b.position ?? 50)).map(item);
  }

  async function answer(request: SitePageRequest, entry: Owned<AdminPage> | undefined): Promise<Reply> {
    if (!entry) return message(404, deps.translate('There is no such screen.'));
    if (!(await deps.roles.currentUserCan(entry.value.capability))) return message(403, deps.translate('Sorry, you are not allowed to access this page.'));
    if (request.method === 'POST' && !request.verifyNonce(nonceAction(entry.value.slug))) {
      return message(403, deps.translate('The link you followed has expired. Go back, reload the page and try again.'));
    }
    return entry.value.handler(request);
  }

  return async (http, response) => {
    const request = await deps.makeRequest(http);
    if (request.userId === 0) {
      const target = encodeURIComponent(`${deps.siteUrl}${http.originalUrl}`);
      response.redirect(302, `${deps.siteUrl}/wp-login.php?redirect_to=${target}&reauth=1`);
      return true;
    }
    if (http.path === '/wp-admin') {
      response.redirect(301, `${deps.siteUrl}/wp-admin/`);
      return true;
    }
    const file = http.path.slice('/wp-admin/'.length);
    const slug = file === 'admin.php' ? request.field('page') : OWN[file];
    const entry = pages().find((page) => page.value.slug === slug);
    response.setHeader('Cache-Control', 'no-store');
    const send = createSendPage({
      siteUrl: deps.siteUrl,
      siteName: deps.siteName,
      layout: (parts) => deps.views.renderAdminPage(parts),
      renderView: (owner, reply) => deps.renderView(owner, { ...reply, data: { ...reply.data, nonceField: deps.nonces.wpNonceField(nonceAction(slug ?? '')) } }),
      data: async () => ({ adminMenu: await menu(slug ?? '') }),
    });
    const reply = await answer(request, entry);
    await send(request, http, response, entry?.owner ?? '', reply.kind === 'page' ? { ...reply, robots: 'noindex' } : reply);
    return true;
  };
}

function message(status: number, text: string): PageReply {
  return { kind: 'page', status, title: text, html: `<h1>${text}</h1>` };
}
