import { request } from 'node:http';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

describe('visitor using another host name', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'About',
        post_name: 'about',
        post_status: 'publish',
      }),
    );
  });
  afterAll(() => test.close());

  /** Sends a Host header exactly as written. */
  function sendRequest(
    path: string,
    host: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; location: string | undefined }> {
    const { port } = new URL(test.url);
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: { ...headers, host }, agent: false }, (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location }));
      })
        .on('error', reject)
        .end();
    });
  }

  it('redirects to the canonical path on that host with the site’s port', async () => {
    const { port } = new URL(test.url);
    for (const path of ['/about', '/about/'])
      expect(await sendRequest(path, 'zip.test')).toEqual({ status: 301, location: `http://zip.test:${port}/about/` });
    expect(await sendRequest('/about/', `zip.test:${port}`)).toEqual({ status: 200, location: undefined });
  });

  it('ignores malformed Host headers and X-Forwarded-Host in redirects', async () => {
    for (const host of ['zip.test/evil', 'user@zip.test', 'zip.test\\evil', 'a b']) {
      const { location } = await sendRequest('/about', host);
      expect([host, location]).toEqual([host, `${test.url}/about/`]);
    }
    // A forwarded host is not the host that the visitor requested.
    expect((await sendRequest('/about', new URL(test.url).host, { 'x-forwarded-host': 'evil.test' })).location).toBe(
      `${test.url}/about/`,
    );
  });

  it('does not allow plugins to redirect to undeclared hosts', async () => {
    await activatePlugin(test, 'sender', {
      'index.js': `export default { boot(scope) { scope.registerFrontRoute({ path: '/send/', handler: () => ({ kind: 'redirect', location: 'https://evil.test/' }) }); } };`,
    });
    expect((await sendRequest('/send/', 'zip.test')).location).toBeUndefined();
    const undo = test.site.hooks.addFilter('redirect_canonical', () => 'http://evil.test/about/');
    expect(await sendRequest('/about', 'zip.test')).toEqual({ status: 500, location: undefined });
    undo();
  });
});
