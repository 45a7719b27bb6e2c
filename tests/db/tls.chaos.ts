import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '../../core/db/index.js';
import { type DatabaseServer, startDatabaseServer } from '../cluster/database-server.js';

const ACCOUNT = 'encrypted';

/** Creates two certificate authorities, and a certificate of the first for the server's name. */
function createCertificates(folder: string, serverName: string): void {
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  for (const authority of ['ca', 'other-ca'])
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${authority}`],
      ...['-keyout', `${authority}.key`, '-out', `${authority}.pem`],
    );
  openssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=database', '-addext', `subjectAltName=DNS:${serverName}`],
    ...['-keyout', 'server.key', '-out', 'server.csr'],
  );
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'],
    ...['-copy_extensions', 'copy', '-out', 'server.pem'],
  );
}

/** Certificates are not verified for IP addresses. */
const NAME = 'localhost';

describe.each([
  ['its own name', NAME],
  ['another name', 'database.example'],
])('a database server that requires TLS, with a certificate for %s', (_kind, certifiedName) => {
  const isCertified = certifiedName === NAME;
  let server: DatabaseServer;

  beforeAll(async () => {
    server = await startDatabaseServer({
      prepare: (folder) => createCertificates(folder, certifiedName),
      arguments: (folder) => [
        `--ssl-ca=${join(folder, 'ca.pem')}`,
        `--ssl-cert=${join(folder, 'server.pem')}`,
        `--ssl-key=${join(folder, 'server.key')}`,
      ],
    });
    await server.query('CREATE DATABASE site');
    await server.query(`CREATE USER ${ACCOUNT} REQUIRE SSL`);
    await server.query(`GRANT ALL ON site.* TO ${ACCOUNT}`);
  });
  afterAll(() => server?.close());

  /** Returns the cipher of a connection that is opened with the parameters, or why none is opened. */
  async function cipherWith(parameters: string): Promise<string> {
    const db = openDatabase({ url: `mysql://${ACCOUNT}@${NAME}:${server.port}/site${parameters}`, file: '' });
    try {
      const [rows] = (await db().raw("SHOW STATUS LIKE 'Ssl_cipher'")) as [{ Value: string }[]];
      return `encrypted: ${rows[0]?.Value}`;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await db.destroy();
    }
  }

  it('is reached by the CA of its certificate only under the name in it', async () => {
    const cipher = await cipherWith(`?ssl=${join(server.folder, 'ca.pem')}`);
    expect(cipher).toMatch(isCertified ? /^encrypted: \w+/ : /does not match certificate's altnames/);
  });

  it('is reached encrypted without verification', async () => {
    expect(await cipherWith('?ssl=unverified')).toMatch(/^encrypted: \w+/);
  });

  it.each([
    ['without encryption', () => '', /Access denied/],
    ['by the CAs of the system', () => '?ssl=true', /self-signed certificate/],
    ['by another CA', () => `?ssl=${join(server.folder, 'other-ca.pem')}`, /self-signed certificate/],
  ])('is not reached %s', async (_how, parameters, reason) => {
    expect(await cipherWith(parameters())).toMatch(reason);
  });
});
