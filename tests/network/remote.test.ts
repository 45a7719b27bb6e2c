import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isWpError, type RemoteResult, type RemoteArgs } from '../../core/api/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createRemote } from '../../core/network/index.js';

describe('HTTP client', () => {
  let server: Server;
  let url: string;
  const hooks = createHooks();
  const remote = createRemote({ hooks, siteUrl: 'https://shop.example', version: '9.9.9' });

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (pathname === '/round') return response.writeHead(302, { location: '/round' }).end();
        if (pathname === '/moved') return response.writeHead(302, { location: '/echo' }).end();
        if (pathname === '/away')
          return response.writeHead(302, { location: url.replace('127.0.0.1', 'localhost') + '/echo' }).end();
        if (pathname === '/slow') return void setTimeout(() => response.end('late'), 2500).unref();
        if (pathname === '/packed')
          return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000, 'a')));
        if (pathname === '/file.txt') return response.end('a file');
        if (pathname === '/missing') return response.writeHead(404).end();
        response.writeHead(200, {
          'content-type': 'application/json',
          'set-cookie': 'taste=sweet%20one; Path=/',
          'X-Kind': 'echo',
        });
        response.end(
          JSON.stringify({ method: request.method, headers: request.headers, body: Buffer.concat(parts).toString() }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );

  const echoed = (response: RemoteResult): { method: string; headers: Record<string, string>; body: string } =>
    JSON.parse(remote.wpRemoteRetrieveBody(response)) as never;
  const codeOf = (response: RemoteResult): unknown =>
    isWpError(response) ? response.getErrorCode() : response.response.code;

  it('returns status, message, case-insensitive headers, cookies and body', async () => {
    const response = await remote.wpRemoteGet(`${url}/echo`);
    expect(remote.wpRemoteRetrieveResponseCode(response)).toBe(200);
    expect(remote.wpRemoteRetrieveResponseMessage(response)).toBe('OK');
    expect(remote.wpRemoteRetrieveHeader(response, 'X-KIND')).toBe('echo');
    expect(remote.wpRemoteRetrieveCookieValue(response, 'taste')).toBe('sweet one');
    expect(echoed(response).headers['user-agent']).toBe('Plinth/9.9.9; https://shop.example');
  });

  it('sends an object as a form, nested as in PHP', async () => {
    const { method, headers, body } = echoed(
      await remote.wpRemotePost(`${url}/echo`, { body: { a: 1, b: { c: 'd e' }, no: null } }),
    );
    expect([method, headers['content-type'], decodeURIComponent(body)]).toEqual([
      'POST',
      'application/x-www-form-urlencoded; charset=utf-8',
      'a=1&b[c]=d e',
    ]);
  });

  it('follows redirects up to the limit, turning POST into GET', async () => {
    expect(echoed(await remote.wpRemotePost(`${url}/moved`, { body: 'x=1' }))).toMatchObject({
      method: 'GET',
      body: '',
    });
    expect(codeOf(await remote.wpRemoteGet(`${url}/round`))).toBe('http_request_failed');
    expect(codeOf(await remote.wpRemoteGet(`${url}/moved`, { redirection: 0 }))).toBe(302);
    expect(codeOf(await remote.wpRemoteHead(`${url}/moved`))).toBe(302);
  });

  it('drops credentials and cookies on redirects to another host', async () => {
    const { headers } = echoed(
      await remote.wpRemoteGet(`${url}/away`, {
        headers: { Authorization: 'Bearer secret', 'X-Mine': 'kept' },
        cookies: { sid: '1' },
      }),
    );
    expect(headers).toMatchObject({ 'x-mine': 'kept' });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  });

  it('fails when the timeout is over', async () => {
    // Within the default timeout of five seconds there would be a response.
    expect(codeOf(await remote.wpRemoteGet(`${url}/slow`, { timeout: 0.3 }))).toBe('http_request_failed');
  });

  it('limits the response size, also of compressed responses', async () => {
    const response = await remote.wpRemoteGet(`${url}/packed`, { limitResponseSize: 1000 });
    expect(remote.wpRemoteRetrieveBody(response)).toHaveLength(1000);
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://localhost/',
    'http://0x7f.1/',
    'ftp://example.com/',
    'http://user:pass@example.com/',
    'http://example.com:22/',
    'file:///etc/passwd',
    'no address',
  ])('refuses %s in safe mode', async (requestUrl) => {
    for (const send of [
      remote.wpSafeRemoteGet,
      remote.wpSafeRemotePost,
      remote.wpSafeRemoteHead,
      remote.wpSafeRemoteRequest,
    ])
      expect(codeOf(await send(requestUrl))).toBe('http_request_failed');
  });

  it('stays in safe mode whatever filters and callers request', async () => {
    const undo = hooks.addFilter(
      'http_request_args',
      (args: RemoteArgs) => ({ ...args, rejectUnsafeUrls: false }),
      10,
      1,
    );
    expect(codeOf(await remote.wpSafeRemoteGet(`${url}/echo`, { rejectUnsafeUrls: false }))).toBe(
      'http_request_failed',
    );
    undo();
  });

  it('downloads no file from the local machine and returns the error', async () => {
    expect(isWpError(await remote.downloadUrl(`${url}/file.txt`))).toBe(true);
  });

  it('downloads into a temporary file with the sanitized original name', async () => {
    const undo = hooks.addFilter('pre_http_request', () => ({
      headers: {},
      body: 'a file',
      bytes: Buffer.from('a file'),
      response: { code: 200, message: 'OK' },
      cookies: [],
    }));
    const file = await remote.downloadUrl('https://files.example/deep/one%2F..%2Ftwo.txt');
    undo();
    if (isWpError(file)) throw new Error(file.getErrorMessage());
    expect(file).toMatch(/\/[\w.-]+two\.txt$/);
    expect(readFileSync(file, 'utf8')).toBe('a file');
    rmSync(file);
  });

  it('lets plugins change, replace and observe requests and responses', async () => {
    const observed: unknown[] = [];
    const undo = [
      hooks.addFilter('http_request_args', (args: RemoteArgs) => ({ ...args, headers: { 'x-added': 'yes' } })),
      hooks.addFilter('http_response', (response: RemoteResult) =>
        isWpError(response) ? response : { ...response, response: { code: 299, message: 'Changed' } },
      ),
      hooks.addAction(
        'http_api_debug',
        (_response: unknown, context: unknown, _by: unknown, _args: unknown, requestUrl: unknown) =>
          void observed.push(context, requestUrl),
        10,
        5,
      ),
    ];
    const reply = await remote.wpRemoteGet(`${url}/echo`);
    expect(echoed(reply).headers['x-added']).toBe('yes');
    expect(codeOf(reply)).toBe(299);
    expect(observed).toEqual(['response', `${url}/echo`]);
    undo.push(
      hooks.addFilter('pre_http_request', () => ({
        headers: {},
        body: 'early',
        bytes: Buffer.from('early'),
        response: { code: 203, message: '' },
        cookies: [],
      })),
    );
    expect(remote.wpRemoteRetrieveBody(await remote.wpRemoteGet('http://nobody.invalid/'))).toBe('early');
    undo.forEach((undoFilter) => undoFilter());
  });
});
