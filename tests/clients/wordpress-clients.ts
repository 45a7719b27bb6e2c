import type { Engine } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

interface Page {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly status: string;
}

/** The part of `wpapi`, which has no types, that the tests use. */
interface WpApi {
  pages(): WpApiRequest;
  users(): { me(): WpApiRequest };
  registerRoute(namespace: string, route: string): () => WpApiRequest;
}
interface WpApiRequest extends Promise<unknown> {
  id(id: number): WpApiRequest;
  perPage(count: number): WpApiRequest;
  create(data: object): Promise<unknown>;
  update(data: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
}
type WpApiClass = new (options: { endpoint: string; username: string; password: string; auth?: boolean }) => WpApi;

/** A separate test file per engine, since one of the clients can be loaded only once and stores its URL at that time. */
export const describeClients = (engine: Engine): void =>
  describe(`WordPress’s own clients on ${engine}`, () => {
    let test: TestSite;
    let password: string;
    let owner: Visitor;

    beforeAll(async () => {
      test = await bootSite({ engine, shop: true });
      const created = await test.inContext(() => test.site.passwords.createApplicationPassword(1, { name: 'clients' }));
      if (!('password' in created)) throw new Error('no application password');
      password = created.password;
      owner = visitor(test.url);
      await owner.logIn(ADMIN.login, ADMIN.password);
    });
    afterAll(() => test.close());

    it('wpapi lists, creates, changes and deletes pages, knows who it is and calls shop/v1, by application password', async () => {
      const WPAPI = require('wpapi') as WpApiClass;
      const client = new WPAPI({ endpoint: `${test.url}/wp-json`, username: ADMIN.login, password, auth: true });
      const createdPage = (await client
        .pages()
        .create({ title: 'Zażółć gęślą', content: 'jaźń', status: 'publish' })) as Page;
      expect(createdPage.title.rendered).toBe('Zażółć gęślą');
      const listed = (await client.pages().perPage(5)) as Page[] & { _paging: { total: string } };
      expect(listed.map(({ id }) => id)).toContain(createdPage.id);
      expect(Number(listed._paging.total)).toBeGreaterThan(0);
      expect(((await client.pages().id(createdPage.id).update({ title: 'Inny' })) as Page).title.rendered).toBe('Inny');
      expect(await client.users().me()).toMatchObject({ id: 1, slug: ADMIN.login });
      const settings = client.registerRoute('shop/v1', '/settings');
      expect(await settings.call(client)).toHaveProperty('groups');
      expect(await client.pages().id(createdPage.id).delete({ force: true })).toMatchObject({ deleted: true });
    });

    it('api-fetch does the same by cookie and nonce, and gets a new nonce when its own is no longer good', async () => {
      const { default: apiFetch } = require('@wordpress/api-fetch') as typeof import('@wordpress/api-fetch');
      const nonce = (await owner.get('/wp-admin/admin-ajax.php?action=rest-nonce')).html;
      const withNonce = apiFetch.createNonceMiddleware('gone stale');
      apiFetch.nonceMiddleware = withNonce;
      apiFetch.nonceEndpoint = `${test.url}/wp-admin/admin-ajax.php?action=rest-nonce`;
      apiFetch.use(withNonce);
      apiFetch.use(apiFetch.createRootURLMiddleware(`${test.url}/wp-json/`));
      // Outside a browser, cookies are not added automatically.
      const real = globalThis.fetch;
      const fetched = jest
        .spyOn(globalThis, 'fetch')
        .mockImplementation((input, init) =>
          real(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie: owner.cookies() } }),
        );
      try {
        const createdPage = await apiFetch<Page>({
          path: '/wp/v2/pages',
          method: 'POST',
          data: { title: 'Łódź', status: 'draft' },
        });
        expect(withNonce.nonce).toBe(nonce);
        expect(
          (await apiFetch<Page>({ path: `/wp/v2/pages/${createdPage.id}`, method: 'PUT', data: { status: 'publish' } }))
            .status,
        ).toBe('publish');
        expect(await apiFetch<Page[]>({ path: '/wp/v2/pages?per_page=100' })).toContainEqual(
          expect.objectContaining({ id: createdPage.id }),
        );
        expect(await apiFetch({ path: '/wp/v2/users/me' })).toMatchObject({ id: 1 });
        expect(await apiFetch({ path: '/shop/v1/settings' })).toHaveProperty('groups');
        expect(await apiFetch({ path: `/wp/v2/pages/${createdPage.id}?force=true`, method: 'DELETE' })).toMatchObject({
          deleted: true,
        });
        await expect(apiFetch({ path: '/wp/v2/pages/999999' })).rejects.toMatchObject({ code: 'rest_post_invalid_id' });
      } finally {
        fetched.mockRestore();
      }
    });

    it('RequestUtils logs in, finds the API, makes and deletes a page, and switches a plugin on and off', async () => {
      process.env.WP_BASE_URL = test.url;
      // The URL is read when the module is loaded.

      const { RequestUtils } =
        require('@wordpress/e2e-test-utils-playwright') as typeof import('@wordpress/e2e-test-utils-playwright');
      const utils = await RequestUtils.setup({
        user: { username: ADMIN.login, password: ADMIN.password },
        baseURL: `${test.url}/`,
      });
      try {
        const page = await utils.createPage({
          title: 'From the test kit',
          status: 'publish',
          content: '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
        });
        expect(await (await fetch(`${test.url}/?page_id=${page.id}`)).text()).toContain('From the test kit');
        await utils.deleteAllPages();
        expect((await fetch(`${test.url}/?page_id=${page.id}`)).status).toBe(404);
        await utils.activatePlugin('basic-auth');
        expect(await test.inContext(() => test.site.plugins.isPluginActive('basic-auth'))).toBe(true);
        await utils.deactivatePlugin('basic-auth');
        expect(await test.inContext(() => test.site.plugins.isPluginActive('basic-auth'))).toBe(false);
      } finally {
        await utils.request.dispose();
      }
    });
  });
