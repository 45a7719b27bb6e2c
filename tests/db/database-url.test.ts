import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, parseDatabaseUrl } from '../../core/db/index.js';
import { readConfig } from '../../core/app/config.js';
import { asAdmin, createDatabase, dropDatabase, mysqlServer, mysqlUrl } from '../kit/mysql-server.js';

const root = join(__dirname, '..', '..');
/** The handshake of a MySQL server; its capabilities, 0xf7ff, do not include TLS. */
const GREETING = Buffer.from(
  `\x49\0\0\0\x0a8.0.0\0\x01\0\0\0aaaaaaaa\0\xff\xf7\x08\x02\0\xff\xdf\x15${'\0'.repeat(10)}aaaaaaaaaaaa\0mysql_native_password\0`,
  'latin1',
);
const BASE = 'mysql://plinth:se%23cret@db.example:3307/shop';

describe('database URL', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-url-'));
    writeFileSync(join(folder, 'ca.pem'), 'the authority');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('parses host, credentials and database name, with ten connections by default', () => {
    expect(parseDatabaseUrl(BASE)).toEqual({
      host: 'db.example',
      port: 3307,
      user: 'plinth',
      password: 'se#cret',
      database: 'shop',
      connectionLimit: 10,
    });
    expect(parseDatabaseUrl('mysql://root@[::1]/shop').host).toBe('::1');
  });

  it('parses connection limit, socket and TLS options', () => {
    expect(parseDatabaseUrl(`${BASE}?connectionLimit=3`).connectionLimit).toBe(3);
    expect(parseDatabaseUrl(`${BASE}?socket=/run/mysqld.sock`).socketPath).toBe('/run/mysqld.sock');
    expect(parseDatabaseUrl(`${BASE}?ssl=true`).ssl).toEqual({ rejectUnauthorized: true, verifyIdentity: true });
    expect(parseDatabaseUrl(`${BASE}?ssl=${folder}/ca.pem`).ssl).toEqual({
      rejectUnauthorized: true,
      verifyIdentity: true,
      ca: 'the authority',
    });
    expect(parseDatabaseUrl(`${BASE}?ssl=unverified`).ssl).toEqual({ rejectUnauthorized: false });
    expect(parseDatabaseUrl(`${BASE}?ssl=false`).ssl).toBeUndefined();
  });

  it.each([
    'sslmode=require',
    'ssl-mode=REQUIRED',
    'ssl=yes',
    'ssl=',
    'ssl=/nowhere/ca.pem',
    'ssl=true&ssl=false',
    'ssl=true&socket=/run/mysqld.sock',
    'connectionLimit=0',
    'connectionLimit=many',
    'connectionLimit=5000',
    'socket=mysqld.sock',
    'charset=latin1',
  ])('rejects unknown or invalid parameters at startup: %s', (parameters) => {
    expect(() => readConfig(root, { DATABASE_URL: `${BASE}?${parameters}` }, folder)).toThrow(/^DATABASE_URL /);
  });

  it.each(['127.0.0.1', '[::1]'])('refuses to verify the certificate of an IP address: %s', (host) => {
    const read = (ssl: string) => readConfig(root, { DATABASE_URL: `mysql://root@${host}/shop?ssl=${ssl}` }, folder);
    expect(() => read('true')).toThrow(/^DATABASE_URL must name the server as its certificate does/);
    expect(() => read('unverified')).not.toThrow();
  });
});

it('refuses a server without encryption when encryption is required', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).write(GREETING));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const db = openDatabase({ url: `mysql://root@127.0.0.1:${port}/shop?ssl=unverified`, file: '' });
  await expect(db().raw('select 1')).rejects.toThrow('secure connection');
  await db.destroy();
  server.close();
});

(mysqlServer ? describe : describe.skip)('encrypted database connection', () => {
  it('is established when the server supports it and fails otherwise', async () => {
    const name = await createDatabase();
    const [[{ able } = { able: 0 }]] = (await asAdmin((admin) =>
      admin.query("select @@have_ssl = 'YES' as able"),
    )) as unknown as [{ able: number }[]];
    const db = openDatabase({ url: `${mysqlUrl(name)}?ssl=unverified`, file: '' });
    const encryption: string = await db()
      .raw("show session status like 'Ssl_cipher'")
      .then(
        ([rows]: [{ Value: string }[]]) => `encrypted by ${rows[0]?.Value}`,
        (error: Error) => error.message,
      );
    expect(encryption).toMatch(able === 1 ? /^encrypted by \S/ : /secure connection/);
    await db.destroy();
    await dropDatabase(name);
  });
});
