import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, withBrowser } from '../kit/browser.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

withBrowser('plugin-declared external hosts in a browser', () => {
  let test: TestSite;
  let browser: Browser;
  let page: Page;
  const others: Server[] = [];

  /** A different host with a script and a target page. */
  async function otherHost(): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === '/lib.js')
        response.setHeader('Content-Type', 'text/javascript').end('document.title += " loaded from elsewhere";');
      else response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title><h1>Elsewhere</h1>');
    });
    others.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    test = await bootSite();
    browser = await openBrowser();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of others) server.close();
    await test.close();
  });

  it('loads scripts and frames of declared hosts only, and follows form redirects', async () => {
    const [declared, undeclared] = [await otherHost(), await otherHost()];
    await activatePlugin(test, 'reaches-out', {
      'plugin.json': JSON.stringify({
        name: 'Reaches out',
        version: '1.0.0',
        description: 'd',
        author: 'a',
        requiresCore: '*',
        main: 'index.js',
        contributes: { hosts: { script: [declared], frame: [declared], redirect: [declared] } },
      }),
      'index.js': `export default { boot(scope) {
        scope.registerFrontRoute({ path: '/out/', handler: (request) => request.method === 'POST'
          ? { kind: 'redirect', location: '${declared}/pay', status: 303 }
          : { kind: 'page', title: 'Out', html: '<script src="${declared}/lib.js"></script><script src="${undeclared}/lib.js"></script><iframe title="a" src="${declared}/"></iframe><iframe title="b" src="${undeclared}/"></iframe><form method="post"><button>Pay</button></form>' } });
      } };`,
    });
    const errors: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await page.goto(`${test.url}/out/`, { waitUntil: 'load' });
    expect((await page.title()).match(/loaded from elsewhere/g)).toHaveLength(1);
    expect(page.frames().filter((frame) => frame.url().startsWith(declared))).toHaveLength(1);
    expect(page.frames().filter((frame) => frame.url().startsWith(undeclared))).toHaveLength(0);
    expect(errors.filter((text) => text.includes(undeclared)).length).toBeGreaterThanOrEqual(2);
    await page.click('text=Pay');
    await page.waitForURL(`${declared}/pay`);
    expect(await page.title()).toBe('Elsewhere');
  });
});
