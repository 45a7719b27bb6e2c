import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSiteApp } from '../../core/app/web.js';
import { currentContext, PAGE_REQUEST } from '../../core/context/index.js';
import { listen, type RunningServer } from '../../core/http/index.js';
import { askingTheEngine } from '../kit/ask-engine.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { present } from '../kit/present.js';

/** Enough for the engine to know what the messages of an address look like. */
const WARM = 12;

/** Whether the engine has one description for two objects, which says what it holds where; an object that it looks up by name has none. */
const haveOneShape = askingTheEngine('(one, other) => %HaveSameMap(one, other) && %HasFastProperties(one)');

describe('hidden classes of requests and responses', () => {
  let site: TestSite;
  let server: RunningServer;
  let seen: { request: IncomingMessage; response: ServerResponse }[];
  beforeAll(async () => {
    site = await bootSite({ demo: true, uncached: true });
    const app = createSiteApp(site.site);
    server = await listen(app, 0, '127.0.0.1');
    server.server.prependListener('request', (request, response) => seen.push({ request, response }));
  });
  beforeEach(() => (seen = []));
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  // A shape of its own costs processor time at every step, and memory until the whole heap is looked through.
  test.each(['/wp-json/wp/v2/posts', '/', '/shop/', '/wp-login.php', '/nothing-here/'])(
    'stay the same across visitors for %s',
    async (path) => {
      for (let asked = 0; asked < WARM; asked++)
        await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie: `visit=${asked}` } })).text();
      const [one, other] = seen.slice(-2);
      expect({
        request: haveOneShape(present(one?.request), present(other?.request)),
        response: haveOneShape(present(one?.response), present(other?.response)),
      }).toEqual({ request: true, response: true });
    },
  );

  // What makes a page asks its request at every step; one that is the prototype of another has a shape of its own.
  test.each(['/', '/shop/', '/nothing-here/'])('stay the same for page requests of %s', async (path) => {
    const requests = new Set<object>();
    const note = (): void => void requests.add(currentContext()?.memo.get(PAGE_REQUEST) as object);
    site.site.hooks.addAction('template_redirect', note);
    for (let asked = 0; asked < WARM; asked++) await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
    site.site.hooks.removeAction('template_redirect', note);
    const [one, other] = [...requests].slice(-2) as [object, object];
    expect(haveOneShape(one, other)).toBe(true);
    // Written down, a request tells nothing of what stands behind it.
    expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['http']));
    expect(() => JSON.stringify(one)).not.toThrow();
  });
});
