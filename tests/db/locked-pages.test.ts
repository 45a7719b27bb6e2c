import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import mysql, { type Connection } from 'mysql2/promise';
import { mysqlServer, mysqlUrl } from '../kit/mysql-server.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

/** A REST route that reads the locked table and always responds. */
const READER = `module.exports = { boot(scope) {
  const callback = async () => (await scope.db()('store_products').first('id')) ?? {};
  scope.registerRestRoute('reader/v1', '/products', { methods: 'GET', permissionCallback: () => true, callback });
} };`;

// SQLite locks the whole file.
(mysqlServer ? describe : describe.skip)('request that reads a locked table', () => {
  let test: TestSite;
  let other: Connection;
  beforeAll(async () => {
    test = await bootSite({
      engine: 'mysql',
      demo: true,
      setup: {
        name: 'a reader of products',
        run: (young) => activatePlugin(young, 'reader', { 'index.js': READER }),
      },
    });
    const [[{ name }]] = (await test.site.db().raw('select database() as name')) as [[{ name: string }]];
    expect((await fetch(`${test.url}/shop/`)).status).toBe(200);
    other = await mysql.createConnection({ uri: mysqlUrl(name) });
    await other.query('LOCK TABLES store_products WRITE');
  });
  afterAll(async () => {
    await other?.end();
    await test?.close();
  });
  afterEach(() => void jest.restoreAllMocks());

  it.each(['/shop/?sf_paged=2', '/', '/wp-json/reader/v1/products'])(
    'queries the locked table once before answering 503: %s',
    async (path) => {
      const querySpy = jest.spyOn(Mysql2Client.prototype, '_query');
      const response = await fetch(test.url + path);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      const statements = querySpy.mock.calls
        .map(([, query]) => (query as { sql: string }).sql)
        .filter((sql) => /\bstore_products\b/.test(sql));
      expect(statements).toEqual([expect.stringMatching(/^select/)]);
    },
  );
});
