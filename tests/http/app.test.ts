import { get } from 'node:http';
import supertest from 'supertest';
import { PlinthError } from '../../core/api/index.js';
import { listen } from '../../core/http/index.js';
import { createWebSite, type WebSite } from '../kit/web-site.js';

describe('HTTP server', () => {
  let site: WebSite;
  let failWith: unknown;
  beforeEach(async () => {
    failWith = undefined;
    site = await createWebSite({
      handlers: () => ({
        front: async (request, response) => {
          if (failWith) throw failWith;
          if (request.path === '/gone') return false;
          response.type('html').send(`<script nonce="${String(response.locals.cspNonce)}"></script>`);
          return true;
        },
      }),
    });
  });
  afterEach(() => site.drop());

  test('allows scripts only with the nonce of the same response', async () => {
    const responses = [await supertest(site.app).get('/'), await supertest(site.app).get('/')];
    const nonces = responses.map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const [index, { headers }] of responses.entries()) {
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonces[index]}'`);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('shows an error page without details of the error', async () => {
    failWith = new Error('password=hunter2');
    const { status, text } = await supertest(site.app).get('/');
    expect(status).toBe(500);
    expect(text).not.toContain('hunter2');
    expect(site.errors).toEqual([failWith]);
  });

  test('responds with the status of a PlinthError', async () => {
    failWith = new PlinthError('busy', 'Busy.', { status: 503 });
    expect((await supertest(site.app).get('/')).status).toBe(503);
  });

  test('returns 404 for unhandled requests', async () => {
    expect((await supertest(site.app).get('/gone')).status).toBe(404);
  });

  test('reports liveness at /healthz and readiness at /readyz', async () => {
    expect((await supertest(site.app).get('/healthz')).text).toBe('ok\n');
    expect((await supertest(site.app).get('/readyz')).status).toBe(200);
    await site.db.destroy();
    expect((await supertest(site.app).get('/healthz')).status).toBe(200);
    expect((await supertest(site.app).get('/readyz')).status).toBe(503);
  });

  test('runs no database query for anonymous requests to a public REST route', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', { callback: () => 1, permissionCallback: () => true });
    let queries = 0;
    site.db().on('query', () => queries++);
    expect((await supertest(site.app).get('/wp-json/shop/v1/x')).status).toBe(200);
    expect(queries).toBe(0);
  });

  test('finishes running requests on close and refuses new connections', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const server = await listen(
      (_request, response) => {
        entered();
        void released.then(() => response.end('done'));
      },
      0,
      '127.0.0.1',
    );
    const responseText = new Promise<string>((resolve) =>
      get({ port: server.port, host: '127.0.0.1', agent: false }, (response) =>
        response.on('data', (text: Buffer) => resolve(text.toString())),
      ),
    );
    await inside;
    const closed = server.close();
    await expect(
      new Promise((_resolve, reject) =>
        get({ port: server.port, host: '127.0.0.1', agent: false }).on('error', reject),
      ),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    expect(await responseText).toBe('done');
    await closed;
  });

  test('fails with http_port_taken when the port is in use', async () => {
    const server = await listen(() => undefined, 0, '127.0.0.1');
    await expect(listen(() => undefined, server.port, '127.0.0.1')).rejects.toMatchObject({ code: 'http_port_taken' });
    await server.close();
  });
});
