import supertest from 'supertest';
import { isWpError } from '../../core/api/index.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { runAndRecord, getRecordedQueries, recordQueries } from '../../core/db/query-log.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Page, type Visitor, visitor } from '../kit/visitor.js';

const isTold = ({ html, headers }: Page): [panel: boolean, header: boolean] => [
  html.includes('plinth-timing'),
  headers.has('server-timing'),
];
const NOT_SHOWN = [false, false];

describe.each(defaultEngines)('request timing panel on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;
  let shopper: Visitor;
  let basic: (login: string) => Promise<string>;
  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
    basic = (login) =>
      test.inContext(async () => {
        const user = await test.site.users.getUserBy('login', login);
        const applicationPassword = await test.site.passwords.createApplicationPassword(user ? user.id : 0, {
          name: `timing ${login}`,
        });
        if (isWpError(applicationPassword)) throw new Error(applicationPassword.getErrorMessage());
        return `Basic ${Buffer.from(`${login}:${applicationPassword.password}`).toString('base64')}`;
      });
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'sara',
        user_email: 'sara@example.test',
        user_pass: 'a long shopping list',
        role: 'subscriber',
      }),
    );
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    shopper = visitor(test.url);
    await shopper.logIn('sara', 'a long shopping list');
  });
  afterAll(() => test.close());

  it.each([
    '/?plinth_timing=1',
    '/shop/?x=1&plinth_timing=1',
    '/wp-admin/?plinth_timing=1',
    '/nothing-here/?plinth_timing=1',
  ])('shows an administrator timings and database queries at %s, uncached', async (path) => {
    const page = await owner.get(path);
    expect(isTold(page)).toEqual([true, true]);
    expect(page.headers.get('server-timing')).toMatch(/^total;dur=\d+\.\d, db;dur=\d+\.\d;desc="[1-9]\d* queries"$/);
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.html).toMatch(/<code>select [^<]+ from/);
    expect(page.html).toMatch(
      /<details>\s*<summary>Generated in [\d.,]+ ms · database queries: \d+, in [\d.,]+ ms<\/summary>/,
    );
    const nonce = /<style nonce="([^"]+)">\s*\.plinth-timing/.exec(page.html)?.[1]?.replaceAll('&#x3D;', '=') ?? 'none';
    expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(page.html.trimEnd().endsWith('</aside>\n</body>\n</html>')).toBe(true);
  });

  it('appears for the x-plinth-timing header, and redirects send only Server-Timing', async () => {
    const timedVisitor = visitor(test.url, { 'x-plinth-timing': '1' });
    await timedVisitor.logIn(ADMIN.login, ADMIN.password);
    expect(isTold(await timedVisitor.get('/'))).toEqual([true, true]);
    expect(isTold(await timedVisitor.get('/wp-admin'))).toEqual([false, true]);
  });

  it('appears in Polish when that language is chosen', async () => {
    const polish = visitor(test.url);
    await polish.logIn(ADMIN.login, ADMIN.password);
    await polish.get('/?wp_lang=pl_PL');
    expect((await polish.get('/?plinth_timing=1')).html).toMatch(/Wygenerowano w \d+,\d ms · zapytania do bazy danych/);
  });

  it('stays absent unless requested exactly', async () => {
    for (const path of ['/', '/wp-admin/', '/?plinth_timing=0', '/?plinth_timing=11', '/?xplinth_timing=1'])
      expect([path, ...isTold(await owner.get(path))]).toEqual([path, ...NOT_SHOWN]);
  });

  it('never appears for shoppers or visitors', async () => {
    for (const path of [
      '/?plinth_timing=1',
      '/shop/?plinth_timing=1',
      '/wp-admin/?plinth_timing=1',
      '/nothing-here/?plinth_timing=1',
      '/wp-json/wp/v2/pages?plinth_timing=1',
    ]) {
      for (const client of [shopper, visitor(test.url), visitor(test.url, { 'x-plinth-timing': '1' })])
        expect([path, ...isTold(await client.get(path))]).toEqual([path, ...NOT_SHOWN]);
    }
  });

  it('sends Server-Timing to REST clients with an administrator’s application password only', async () => {
    const requestProfile = (authorization: string): Promise<Response> =>
      fetch(`${test.url}/wp-json/wp/v2/users/me`, { headers: { authorization, 'x-plinth-timing': '1' } });
    const adminResponse = await requestProfile(await basic(ADMIN.login));
    expect([adminResponse.status, adminResponse.headers.get('server-timing')]).toEqual([
      200,
      expect.stringMatching(/^total;dur=/),
    ]);
    expect(adminResponse.headers.get('cache-control')).toContain('no-store');
    expect(await adminResponse.json()).toMatchObject({ slug: ADMIN.login });
    const otherResponse = await requestProfile(await basic('sara'));
    expect([otherResponse.status, otherResponse.headers.get('server-timing')]).toEqual([200, null]);
  });

  it('works with compressed responses and HEAD requests', async () => {
    const page = await supertest(test.url)
      .get('/?plinth_timing=1')
      .set('Cookie', owner.cookies())
      .set('Accept-Encoding', 'gzip');
    expect(page.text).toContain('plinth-timing');
    const head = await supertest(test.url).head('/?plinth_timing=1').set('Cookie', owner.cookies());
    expect([head.status, head.headers['server-timing'] === undefined]).toEqual([200, false]);
  });
});

describe('query recording of a request', () => {
  const runQuery = (): Promise<string> => Promise.resolve('rows');

  it('groups queries by statement up to 200 and counts the rest', async () => {
    const context = createContext('one');
    const end = recordQueries(context);
    await runInContext(context, async () => {
      for (let i = 0; i < 250; i++) await runAndRecord(`select ${i}`, runQuery);
      await runAndRecord('select 1', runQuery);
      await runAndRecord('select 2', () => Promise.reject(new Error('gone'))).catch(() => undefined);
      await runAndRecord(`select '${'a'.repeat(5000)}'`, runQuery);
    });
    const found = runInContext(context, getRecordedQueries);
    expect([
      found?.count,
      found?.byStatement.size,
      found?.byStatement.get('select 1')?.count,
      found?.byStatement.get('select 2')?.count,
    ]).toEqual([253, 200, 2, 2]);
    end();
    expect(runInContext(context, getRecordedQueries)).toBeUndefined();
  });

  it('records only the queries of its own request', async () => {
    const [first, second] = [createContext('one'), createContext('two')];
    const end = recordQueries(first);
    await runInContext(second, () => runAndRecord('select 1', runQuery));
    await runAndRecord('select 1', runQuery);
    expect([runInContext(first, getRecordedQueries)?.count, runInContext(second, getRecordedQueries)]).toEqual([
      0,
      undefined,
    ]);
    end();
    end();
  });
});
