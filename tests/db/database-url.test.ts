import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, readDatabaseUrl } from '../../core/db/index.js';
import { readConfig } from '../../core/app/config.js';
import { createDatabase, dropDatabase, mysqlServer, mysqlUrl } from '../kit/mysql-server.js';

const root = join(__dirname, '..', '..');
const BASE = 'mysql://plinth:se%23cret@db.example:3307/shop';

describe('database URL', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-url-'));
    writeFileSync(join(folder, 'ca.pem'), 'the authority');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('parses host, credentials and database name, with ten connections by default', () => {
    expect(readDatabaseUrl(BASE)).toEqual({
      host: 'db.example',
      port: 3307,
      user: 'plinth',
      password: 'se#cret',
      database: 'shop',
      connectionLimit: 10,
    });
    expect(readDatabaseUrl('mysql://root@[::1]/shop').host).toBe('::1');
  });

  it('parses connection limit, socket and TLS options', () => {
    expect(readDatabaseUrl(`${BASE}?connectionLimit=3`).connectionLimit).toBe(3);
    expect(readDatabaseUrl(`${BASE}?socket=/run/mysqld.sock`).socketPath).toBe('/run/mysqld.sock');
    expect(readDatabaseUrl(`${BASE}?ssl=true`).ssl).toEqual({ rejectUnauthorized: true, verifyIdentity: true });
    expect(readDatabaseUrl(`${BASE}?ssl=${folder}/ca.pem`).ssl).toEqual({
      rejectUnauthorized: true,
      verifyIdentity: true,
      ca: 'the authority',
    });
    expect(readDatabaseUrl(`${BASE}?ssl=unverified`).ssl).toEqual({ rejectUnauthorized: false });
    expect(readDatabaseUrl(`${BASE}?ssl=false`).ssl).toBeUndefined();
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
});

(mysqlServer ? describe : describe.skip)('encrypted database connection', () => {
  it('refuses an unencrypted connection when encryption is required', async () => {
    const name = await createDatabase();
    const db = openDatabase({ url: `${mysqlUrl(name)}?ssl=unverified`, file: '' });
    const answer: string = await db()
      .raw("show session status like 'Ssl_cipher'")
      .then(
        ([rows]: [{ Value: string }[]]) => `encrypted by ${rows[0]?.Value}`,
        (error: Error) => error.message,
      );
    expect(answer).toMatch(/^encrypted by \S|secure connection/);
    await db.destroy();
    await dropDatabase(name);
  });
});
