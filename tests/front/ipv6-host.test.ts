import { request } from 'node:http';
import { parseUrlParts, joinUrlParts } from '../../core/front/canonical-parts.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe('site reached by an IPv6 address', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site.close());

  it.each([
    'http://[::1]:8527/shop/?a=b',
    'https://[2001:db8::7]/',
    'http://shop.example:8080/a/',
    'http://shop.example/',
  ])('parses the URL %s and formats it unchanged', (url) => {
    const parts = parseUrlParts(url);
    expect(parts && joinUrlParts(parts)).toBe(url);
  });

  it('serves pages without a server error', async () => {
    const { port, hostname } = new URL(site.url);
    for (const path of ['/', '/?p=1', '/no-such-page/']) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        request({ port, host: hostname, path, headers: { host: `[::1]:${port}` } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect({ path, isBroken: (status ?? 500) >= 500 }).toEqual({ path, isBroken: false });
    }
  });
});
