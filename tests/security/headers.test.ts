import { request } from 'node:http';
import supertest from 'supertest';
import { createWebSite } from '../kit/web-site.js';
import { type AttackedSite, bootAttacked } from './attacked-site.js';

describe('HTTP response security', () => {
  let site: AttackedSite;
  let upload = '';
  beforeAll(async () => {
    site = await bootAttacked('sqlite', { demo: true });
    const gif = await site.inContext(() =>
      site.site.uploads.wpUploadBits('x.gif', Buffer.from('GIF89a<script>alert(1)</script>')),
    );
    upload = (gif as { url: string }).url.slice(site.url.length);
  });
  afterAll(() => site.close());

  const ADDRESSES = [
    '/',
    '/shop/',
    '/cart/',
    '/wishlist/',
    '/checkout/',
    '/contact/',
    '/register/',
    '/account/',
    '/wp-login.php',
    '/wp-login.php?action=lostpassword',
    '/wp-admin/',
    '/wp-admin/plugins.php',
    '/wp-admin/nothing.php',
    '/nothing-here/',
    '/%ff',
    '/robots.txt',
    '/wp-sitemap.xml',
    '/feed/',
    '/favicon.ico',
    '/wp-content/themes/default/assets/style.css',
    '/wp-content/plugins/store/plugin.json',
    '/healthz',
    '/readyz',
    '/wp-json/',
    '/wp-json/nothing',
    '/wp-json/wp/v2/settings',
    '/xmlrpc.php',
  ];
  const people = (): ['visitor' | 'administrator', ...('visitor' | 'administrator')[]] => ['visitor', 'administrator'];

  test('sends nosniff, X-Frame-Options, Referrer-Policy and a Content-Security-Policy on every page', async () => {
    for (const role of people()) {
      for (const path of [...ADDRESSES.filter((candidate) => !/z$/.test(candidate)), upload]) {
        const { headers, html } = await site.users[role].get(path);
        const policy = headers.get('content-security-policy') ?? '';
        expect([
          path,
          headers.get('x-content-type-options'),
          headers.get('x-powered-by'),
          headers.get('server'),
        ]).toEqual([path, 'nosniff', null, null]);
        expect(['strict-origin-when-cross-origin', 'no-referrer']).toContain(headers.get('referrer-policy'));
        expect([path, headers.get('x-frame-options')]).toEqual([path, 'SAMEORIGIN']);
        if ((headers.get('content-type') ?? '').includes('html')) {
          // A cached page has no nonce.
          if (headers.get('x-plinth-cache') === 'off' || headers.get('x-plinth-cache') === null)
            expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'(?:;|$)/);
          else expect(policy).toMatch(/script-src 'self'(?:;|$)/);
          for (const part of [
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
          ])
            expect(policy).toContain(part);
          expect(policy).not.toMatch(/unsafe|\*(?!\.)/);
          // The nonce belongs to this response.
          expect(
            /<script[^>]* nonce="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#x3D;', '=').replaceAll('&#61;', '=') ??
              /'nonce-([^']*)'/.exec(policy)?.[1],
          ).toBe(/'nonce-([^']*)'/.exec(policy)?.[1]);
        }
      }
    }
  });

  test('reveals no version, file path or stack trace to visitors', async () => {
    for (const path of [
      ...ADDRESSES,
      '/wp-json/wp/v2/plugins',
      '/wp-json/plinth/v1/openapi?x[]=1',
      '/?rest_route=/nothing',
    ]) {
      const { html, headers } = await site.users.visitor.get(path);
      const responseText = `${JSON.stringify([...headers])}${html}`;
      expect([
        path,
        /node_modules|\bat [\w.]+ \(|\/tmp\/|site\.sqlite|SQLITE|knex|\bExpress\b/i.exec(
          responseText.replace(/plinth\/v1/g, ''),
        )?.[0],
      ]).toEqual([path, undefined]);
      expect([path, /<meta name="generator"/i.test(html)]).toEqual([path, false]);
    }
  });

  test('forbids caching of admin, account, cart and login responses', async () => {
    for (const [role, path] of [
      ['administrator', '/wp-admin/'],
      ['administrator', '/wp-admin/users.php'],
      ['customer', '/account/'],
      ['customer', '/account/addresses/'],
      ['visitor', '/cart/'],
      ['visitor', '/wp-login.php'],
      ['visitor', '/wp-admin/'],
    ] as const) {
      expect([path, (await site.users[role].get(path)).headers.get('cache-control')]).toEqual([
        path,
        expect.stringMatching(/no-store|no-cache/),
      ]);
    }
    expect((await site.users.administrator.rest('GET', '/wp/v2/users/me')).headers.get('cache-control')).toMatch(
      /no-cache|no-store/,
    );
  });

  /** Sends a path unchanged; `fetch` would normalize it. */
  const sendRequest = (path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const url = new URL(site.url);
      request({ host: url.hostname, port: url.port, path }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString('latin1')));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });

  test('serves no file outside public folders for path traversal attempts', async () => {
    const climbs = [
      '../',
      '..%2f',
      '%2e%2e/',
      '%2e%2e%2f',
      '..%5c',
      '..\\',
      '....//',
      '..;/',
      '%252e%252e%252f',
      '..%c0%af',
      './../',
      '%00/../',
    ];
    const folders = [
      '/wp-content/uploads/',
      '/wp-content/uploads/2026/',
      '/wp-content/themes/default/assets/',
      '/wp-content/plugins/store/assets/',
      '/wp-includes/assets/',
      '/',
    ];
    for (const folder of folders) {
      for (const climb of climbs) {
        for (const file of [
          'package.json',
          'plugin.json',
          'theme.json',
          'site.sqlite',
          '.env',
          'mail/x.eml',
          'etc/passwd',
        ]) {
          for (const depth of [1, 3, 7]) {
            const { text, status } = await sendRequest(`${folder}${climb.repeat(depth)}${file}`);
            expect([
              folder,
              climb,
              file,
              status === 500,
              /root:x:|SQLite format|"requiresCore"|"devDependencies"/.test(text),
            ]).toEqual([folder, climb, file, false, false]);
          }
        }
      }
    }
    for (const path of [
      '/wp-content/plugins/store/plugin.ts',
      '/wp-content/plugins/store/assets/../plugin.json',
      '/wp-content/plugins/__proto__/assets/x',
      '/wp-content/themes/default/theme.json',
      '/wp-content/uploads/',
      '/wp-content/uploads/.htaccess',
      '/.env',
      '/.git/config',
      '/package.json',
      '/data/site.sqlite',
      '/core/app/config.ts',
      '/node_modules/express/package.json',
    ])
      expect([path, [301, 302, 400, 403, 404].includes((await sendRequest(path)).status)]).toEqual([path, true]);
    // As in WordPress, where the file is executed and prints nothing.
    const config = await sendRequest('/wp-config.php');
    expect([config.status, config.text]).toEqual([200, '']);
  });

  test('sets Secure cookies, HSTS and upgrade-insecure-requests on an https site', async () => {
    const safe = await createWebSite({
      siteUrl: 'https://shop.example.test',
      handlers: ({ sessions }) => ({
        front: async (http, response) => {
          await sessions.logIn(http, 1, false);
          response.end('in');
        },
      }),
    });
    await safe.users.wpInsertUser({ user_login: 'edith', user_pass: 'edith-pass', user_email: 'edith@example.test' });
    // Like behind a proxy that terminates TLS: plain HTTP without trusted headers.
    const { headers } = await supertest(safe.app).get('/');
    const cookies = headers['set-cookie'] as unknown as string[];
    expect(cookies[0]).toMatch(/^wordpress_logged_in_.*; HttpOnly; Secure; SameSite=Lax$/);
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    await safe.drop();
  });
});
