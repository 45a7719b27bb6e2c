import { allEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const PROBE = `module.exports = { boot(scope) {
  scope.registerFrontRoute({ path: '/keep/', handler: (request) => {
    request.session.set('count', (request.session.get('count') ?? 0) + 1);
    return { kind: 'redirect', location: '/seen/' };
  } });
  scope.registerFrontRoute({ path: '/seen/', handler: (request) => ({ kind: 'page', title: 'T', html: 'count ' + request.session.get('count') }) });
} };`;

describe.each(allEngines)('session write failure on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
    await activatePlugin(test, 'keeper', { 'index.js': PROBE });
  });
  afterAll(() => test.close());

  /** Makes the database reject writes to sessions, as a read-only or full one does. */
  async function blockWrites(kind: 'insert' | 'update'): Promise<void> {
    const body = engine === 'sqlite' ? "begin select raise(abort, 'no room'); end" : "signal sqlstate '45000'";
    await test.site.db().raw(`create trigger no_sessions before ${kind} on sessions for each row ${body}`);
  }
  const allow = async (): Promise<void> => void (await test.site.db().raw('drop trigger no_sessions'));

  it('returns 503 with Retry-After for new and existing sessions', async () => {
    const shopper = visitor(test.url);
    const logged = jest.spyOn(test.site.log, 'error');
    await blockWrites('insert');
    const first = await shopper.get('/keep/');
    expect([first.status, first.location, first.headers.get('set-cookie')]).toEqual([503, '', null]);
    expect(first.headers.get('retry-after')).toMatch(/^\d+$/);
    // The log contains the request and the cause.
    expect(JSON.stringify(logged.mock.calls)).toMatch(
      /GET \/keep\/.*could not be stored|could not be stored.*GET \/keep\//,
    );
    await allow();

    expect((await shopper.get('/keep/')).status).toBe(302);
    await blockWrites('update');
    expect((await shopper.get('/keep/')).status).toBe(503);
    // Read-only requests still work.
    expect((await shopper.get('/seen/')).html).toContain('count 1');
    await allow();
    expect((await shopper.get('/keep/')).status).toBe(302);
    expect((await shopper.get('/seen/')).html).toContain('count 2');
  });
});
