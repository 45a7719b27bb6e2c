import { connect } from 'node:net';
import { listen, type RunningServer } from '../../core/http/index.js';

describe('requests that cannot be parsed', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await listen((_request, response) => void response.end('served'), 0, '127.0.0.1');
  });
  afterAll(() => server.close());

  /** Sends raw bytes. @returns the complete response */
  function send(head: string): Promise<string> {
    return new Promise((done, fail) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(Buffer.from(head, 'latin1')));
      let text = '';
      socket.on('data', (bytes) => (text += bytes.toString('latin1')));
      socket.on('close', () => done(text));
      socket.on('error', fail);
    });
  }
  const latin = (text: string): string => Buffer.from(text).toString('latin1');
  const get = (target: string, headers = ''): Promise<string> =>
    send(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\n${headers}Connection: close\r\n\r\n`);

  it.each([
    ['/?s=Żaba', '/?s=%C5%BBaba'],
    ['/category/żółw/?a=%20ł', '/category/%C5%BC%C3%B3%C5%82w/?a=%20%C5%82'],
  ])('redirects the unencoded address %s', async (url, location) => {
    const response = await get(latin(url));
    // Newer parsers accept such a URL.
    if (response.endsWith('served')) return;
    expect(response).toContain('HTTP/1.1 301 Moved Permanently\r\n');
    expect(response).toContain(`\r\nLocation: ${location}\r\n`);
    expect(response).toContain('\r\nConnection: close\r\n');
  });

  it.each(['/caf\xe9', latin('//evil.test/ż'), latin('/\\evil.test/ż')])(
    'answers 400 with a page (%j)',
    async (target) => {
      const response = await get(target);
      expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/html/);
      expect(response).toContain('Connection: close');
      expect(response).toContain('<h1>Invalid request</h1>');
      expect(response).not.toContain('evil');
    },
  );

  it('answers 400 to bytes that are no HTTP, and 431 to a header that is too large', async () => {
    expect(await send('nonsense\r\n\r\n')).toContain('<h1>Invalid request</h1>');
    expect(await get('/', `Cookie: a=${'x'.repeat(20_000)}\r\n`)).toMatch(
      /^HTTP\/1\.1 431 Request Header Fields Too Large[\s\S]*Delete the cookies/,
    );
  });
});
