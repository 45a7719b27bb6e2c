import { connect } from 'node:net';
import { bootSite, type TestSite } from '../kit/site.js';

/** Invalid UTF-8, raw and percent-encoded, and invalid percent encodings. */
const UNDECODABLE = [
  'caf\xe9',
  '\xff\xfe',
  'caf%E9',
  '%E9',
  '%FF%FE',
  '%C0%AF',
  '%ED%A0%80',
  '%F0%9F',
  '%',
  '%zz',
  '%00',
];
const PATHS = [
  '/X/',
  '/product/X/',
  '/category/X/',
  '/author/X/',
  '/attribute/color/X/',
  '/order/X/',
  '/download/1/X/',
  '/wp-sitemap-posts-X-1.xml',
  '/wp-json/X',
  '/wp-json/wp/v2/posts/X',
  '/wp-json/store/v1/payments/X/webhook',
  '/wp-includes/assets/X',
  '/wp-content/uploads/X',
  '/wp-content/plugins/store/assets/X',
];
/** A feed without content is empty, as in WordPress. */
const OTHERS = [
  '/X/feed/',
  '/?s=X',
  '/?name=X',
  '/shop/?X=X',
  '/?rest_route=/X',
  '/wp-json/wp/v2/posts?search=X',
  '/wp-login.php?X',
];

describe('undecodable URL', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ shop: true });
  });
  afterAll(() => test.close());

  /** The status of a response to a raw request that HTTP clients would not send. */
  function statusOf(target: string, method: string): Promise<number> {
    const { hostname, port, host } = new URL(test.url);
    return new Promise((done, fail) => {
      const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(head, 'latin1')));
      let text = '';
      socket.on('data', (bytes) => (text += bytes.toString('latin1')));
      socket.on('close', () => done(Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1])));
      socket.on('error', fail);
    });
  }
  const statusesOf = (spots: readonly string[], method: string): Promise<(readonly [string, number])[]> =>
    Promise.all(
      spots
        .flatMap((spot) => UNDECODABLE.map((part) => spot.replaceAll('X', part)))
        .map(async (target) => [target, await statusOf(target, method)] as const),
    );

  it.each(['GET', 'POST'])('returns 400 or 404 in paths of pages, REST and files (%s)', async (method) => {
    const unexpected = (await statusesOf(PATHS, method)).filter(([, status]) => status !== 400 && status !== 404);
    expect(unexpected).toEqual([]);
  });

  it.each(['GET', 'POST'])('never causes a server error in a query string or feed URL (%s)', async (method) => {
    const unexpected = (await statusesOf(OTHERS, method)).filter(([, status]) => !(status >= 200 && status < 500));
    expect(unexpected).toEqual([]);
  });
});
