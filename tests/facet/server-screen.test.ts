import { createServer } from 'node:http';
import { assertDefined } from '../kit/assert-defined.js';
import type { AddressInfo } from 'node:net';
import { createGroongaClient, serverOrigin } from '../../plugins/facet/server/groonga-client';
import { defaultEngines } from '../kit/databases';
import { describeWithGroonga, type GroongaServer, openGroongaServer } from '../kit/groonga-server';
import { ADMIN } from '../kit/site';
import { untilTrue } from '../kit/until-true';
import { visitor, type Visitor } from '../kit/visitor';
import { bootFacet, type FacetSite, idsIn } from './facet-site';

const SCREEN = '/wp-admin/admin.php?page=facet-server';

it('accepts only a plain http or https origin as search server address', () => {
  expect(['http://127.0.0.1:10041', ' https://search.example/ ', 'http://[::1]:10041'].map(serverOrigin)).toEqual([
    'http://127.0.0.1:10041',
    'https://search.example',
    'http://[::1]:10041',
  ]);
  for (const invalid of [
    '',
    'search',
    'ftp://a',
    'file:///etc/passwd',
    'http://a/d/',
    'http://user:word@a',
    'http://a?x=1',
    'http://a#x',
    `http://${'a'.repeat(250)}`,
  ])
    expect([invalid, serverOrigin(invalid)]).toEqual([invalid, undefined]);
});

it('gives up on a hanging search server and rejects invalid responses', async () => {
  let reply: string | undefined;
  const server = createServer((_request, response) => void (reply !== undefined && response.end(reply))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createGroongaClient({ origin, readTimeoutMs: 60_000 });
  await expect(createGroongaClient({ origin, readTimeoutMs: 100 }).select({ table: 'x' })).rejects.toMatchObject({
    code: 'facet_server_unavailable',
    status: 503,
  });
  for (reply of ['<html>', '[]', '{"header":{"return_code":-22,"error":{"message":"no"}}}', '{"header":{}}'])
    await expect(client.select({ table: 'x' })).rejects.toMatchObject({ code: 'facet_server_rejected', status: 503 });
  server.closeAllConnections();
  server.close();
});

describeWithGroonga('search server setting', () => {
  describe.each(defaultEngines)('on %s', (engine) => {
    let groonga: GroongaServer;
    let site: FacetSite;
    let owner: Visitor;

    beforeAll(async () => {
      groonga = await openGroongaServer();
      site = await bootFacet(engine);
      owner = visitor(site.url);
      await owner.logIn(ADMIN.login, ADMIN.password);
      await owner.get(SCREEN);
    });
    afterAll(async () => {
      await site?.close();
      await groonga?.close();
    });

    const screen = async (): Promise<string> => (await owner.get(SCREEN)).html;
    /** Number of queries answered by the search server, as displayed on the screen. */
    const handledCount = async (): Promise<number> =>
      Number(/Queries handled by the server<\/dt><dd>(\d+)/.exec(await screen())?.[1] ?? 0);
    const health = async (): Promise<string> => (await owner.get('/wp-admin/site-health.php')).html;

    it('rejects an invalid address and one without a search server', async () => {
      for (const [address, problem] of [
        ['ftp://a', 'Enter an address such as http://127.0.0.1:10041'],
        ['http://127.0.0.1:1', 'No search server responds at this address.'],
        [site.url, 'No search server responds at this address.'],
      ]) {
        const response = await owner.post(SCREEN, { action: 'save', address: assertDefined(address) });
        expect(response.status).toBe(422);
        expect(response.html).toContain(problem);
      }
      expect(await screen()).toContain('In-memory engine');
    });

    it('uses the server with unchanged results and lists its limitations', async () => {
      const before = await site.filter({ sf_brand: 'dab', sf_orderby: 'price' });
      expect(await owner.post(SCREEN, { action: 'save', address: groonga.origin })).toMatchObject({ status: 303 });
      await site.filter({});
      await untilTrue(async () => {
        await site.filter({ sf_brand: 'nord', sf_orderby: 'price', sf_min_price: String(performance.now() % 100) });
        return (await handledCount()) > 0;
      });
      await site.inContext(() => site.site.hooks.doAction('store/products_changed', [1]));
      expect((await site.filter({ sf_brand: 'dab', sf_orderby: 'price' })).facets_html).toBe(before.facets_html);
      const html = await screen();
      expect(html).toContain('The search server is responding.');
      expect(html).toContain('Typo tolerance');
      expect(await health()).toMatch(/The search server at http:\/\/127\.0\.0\.1:\d+ is in use\./);
    });

    it('shows a changed product at once', async () => {
      site.catalog.put({ ...site.catalog.products.get(5)!, price: 100 });
      await site.inContext(() => site.site.hooks.doAction('store/products_changed', [5]));
      expect(idsIn((await site.filter({ sf_orderby: 'price' })).results_html)[0]).toBe(5);
    });

    it('keeps answering during a server outage, reports it and recovers', async () => {
      await groonga.stop();
      site.catalog.put({ ...site.catalog.products.get(5)!, price: 99_900_000 });
      await site.inContext(() => site.site.hooks.doAction('store/products_changed', [5]));
      await untilTrue(
        async () =>
          (await site.filter({ sf_orderby: 'price-desc' })).found === 6 &&
          idsIn((await site.filter({ sf_orderby: 'price-desc' })).results_html)[0] === 5,
      );
      for (const path of ['/test-shop/', '/test-shop/?sf_brand=dab', '/test-shop/?sf_q=krzeslo'])
        expect((await fetch(site.url + path)).status).toBe(200);
      expect(await screen()).toContain('The search server is not responding.');
      expect(await health()).toContain('is not responding. Until it does, the filter uses memory and the database.');
      await groonga.start();
      await untilTrue(async () => {
        await site.filter({ sf_brand: 'dab' });
        return (await screen()).includes('The search server is responding.');
      });
      expect(idsIn((await site.filter({ sf_orderby: 'price-desc' })).results_html)[0]).toBe(5);
    });

    it('returns to the memory engine when the address is removed', async () => {
      expect(await owner.post(SCREEN, { action: 'save', address: '' })).toMatchObject({ status: 303 });
      expect(await screen()).toContain('In-memory engine');
      expect((await site.filter({ sf_brand: 'nord' })).found).toBe(2);
    });
  });
});
