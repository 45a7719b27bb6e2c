import { request } from 'node:http';
import { parse } from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import { checkedBoxes } from '../compliance/real-shop.js';
import { Browser } from '../store/shopper.js';
import { type AttackedSite, bootAttacked } from './attacked-site.js';
import { buy } from './shopping.js';

const INJECTED = 'Eve\r\nBcc: victim@evil.example\r\n\r\nAnother body';
const EVIL = 'evil.example';
const FORMULA = '=HYPERLINK("http://sheet.example","x")';
/** Texts that spreadsheets interpret as formulas. */
const FORMULAS = [FORMULA, '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1'];

// Input is rejected before it is stored, so the database does not matter.
describe('email, link and export injection', () => {
  let site: AttackedSite;
  beforeAll(async () => {
    site = await bootAttacked('sqlite', { demo: true });
    await site.inContext(() => site.site.options.updateOption('users_can_register', 1));
  });
  afterAll(() => site.close());

  interface EmailFile {
    readonly recipients: string;
    readonly file: string;
  }
  const filed = (): Promise<EmailFile[]> => site.site.db()('mail_log').orderBy('id').select('recipients', 'file');
  const raw = (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> =>
    fetch(site.url + path, { redirect: 'manual', ...init });

  test('sends no email to recipients injected into names, subjects or addresses', async () => {
    const shopper = new Browser(site.url);
    const send = async (path: string, fieldName: string, fields: Record<string, string>): Promise<void> => {
      const { text } = await shopper.get(path);
      await shopper.submit({}, { ...checkedBoxes(text), ...fields }, fieldName);
    };
    for (const email of [
      'eve@example.test\r\nBcc: victim@evil.example',
      'eve@example.test,victim@evil.example',
      'eve@example.test;victim@evil.example',
      '"x" <victim@evil.example>',
      'eve@example.test%0ABcc:victim@evil.example',
      'victim@evil.example\0@example.test',
    ]) {
      await site.site.db()('store_attempts').delete();
      await site.site.db()('rate_limits').delete();
      await send('/contact/', 'contact_name', {
        contact_name: INJECTED,
        contact_email: email,
        contact_message: INJECTED,
      });
      await send('/register/', 'register_email', { register_email: email, register_password: 'a long password' });
      await shopper.post('/wp-login.php?action=lostpassword', { user_login: email });
      await shopper.post('/wp-login.php?action=lostpassword', { user_login: `subscriber\r\n${email}` });
      await send('/wp-login.php?action=register', 'user_login', { user_login: INJECTED, user_email: email });
      await send('/withdrawal/', 'declaration_name', {
        declaration_name: INJECTED,
        declaration_order: INJECTED,
        declaration_email: email,
        confirm: '1',
      });
    }
    await site.site.db()('store_attempts').delete();
    await send('/contact/', 'contact_name', {
      contact_name: INJECTED,
      contact_email: 'eve@example.test',
      contact_message: INJECTED,
    });
    await send('/withdrawal/', 'declaration_name', {
      declaration_name: INJECTED,
      declaration_order: INJECTED,
      declaration_email: 'eve@example.test',
      declaration_items: INJECTED,
      confirm: '1',
    });
    await buy(site, shopper, {
      billing_first_name: INJECTED,
      billing_last_name: INJECTED,
      billing_company: INJECTED,
      billing_email: 'eve@example.test',
      order_note: INJECTED,
    });
    await site.inContext(() => site.site.options.updateOption('blogname', INJECTED));
    await shopper.post('/wp-login.php?action=lostpassword', { user_login: 'author' });
    await site.inContext(() => site.site.cron.runJobs());
    await site.inContext(() => site.site.options.updateOption('blogname', 'Plinth'));
    await site.inContext(() => site.site.cron.runJobs());
    const emails = await filed();
    expect(emails.length).toBeGreaterThan(4);
    for (const { recipients, file } of emails) {
      const email = await PostalMime.parse((await site.site.mail.readMailFile(file)) ?? '');
      const allAddresses = [
        ...(email.to ?? []),
        ...(email.cc ?? []),
        ...(email.bcc ?? []),
        ...(email.replyTo ?? []),
      ].map(({ address }) => address);
      expect(recipients).not.toContain(EVIL);
      expect([
        file,
        allAddresses.filter((address) => address?.includes(EVIL)),
        email.headers.some(({ key }) => key === 'bcc'),
      ]).toEqual([file, [], false]);
      expect(email.subject ?? '').not.toMatch(/[\r\n]/);
    }
  });

  test('neutralizes spreadsheet formulas in every CSV export', async () => {
    const shopper = new Browser(site.url);
    await buy(site, shopper, {
      billing_first_name: FORMULA,
      billing_last_name: '@SUM(1)',
      billing_company: '+1+1',
      billing_address_1: '-1+1',
      billing_city: FORMULA,
      billing_email: '=1+1@example.test',
      order_note: FORMULAS.join('\n'),
    });
    const { shop_manager: manager } = site.users;
    await site.inContext(async () => {
      await site.site
        .db()('store_products')
        .where({ id: 1 })
        .update({ name: FORMULA, short_description: '@SUM(1)', description: '-1+1' });
      await site.site.db()('store_terms').where({ id: 1 }).update({ name: '+1+1' });
    });
    for (const path of ['store-orders', 'store-product-files', 'compliance-consents']) {
      const { html, headers } = await manager.get(`/wp-admin/admin.php?page=${path}&export=csv`);
      expect(headers.get('content-type')).toContain('text/csv');
      expect(headers.get('content-disposition')).toContain('attachment');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const cells = parse(html, { bom: true, relax_column_count: true }).flat();
      expect(cells.filter((cell) => /^[=+@\t\r]|^-(?!\d+(?:\.\d+)?$)/.test(cell))).toEqual([]);
      expect(cells.some((cell) => /^'[=+@-]/.test(cell))).toBe(true);
    }
  });

  test('uses no forged Host or forwarded header in emails, redirects or pages', async () => {
    const headers = {
      host: EVIL,
      'x-forwarded-host': EVIL,
      'x-forwarded-server': EVIL,
      'x-original-url': '/wp-admin/',
      'x-rewrite-url': '/wp-admin/',
      forwarded: `host=${EVIL}`,
    };
    // `fetch` does not allow setting the Host header.
    const sendRequest = (
      path: string,
      method = 'GET',
      body = '',
    ): Promise<{ text: string; location: string; cacheControl: string }> =>
      new Promise((resolve, reject) => {
        const url = new URL(site.url);
        const call = request(
          {
            host: url.hostname,
            port: url.port,
            path,
            method,
            headers: {
              ...headers,
              ...(body === ''
                ? {}
                : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
            },
          },
          (response) => {
            let text = '';
            response.on('data', (part: Buffer) => (text += part.toString('utf8')));
            response.on('end', () =>
              resolve({
                text,
                location: `${response.headers.location ?? ''} ${String(response.headers.link ?? '')}`,
                cacheControl: response.headers['cache-control'] ?? '',
              }),
            );
          },
        );
        call.on('error', reject);
        call.end(body);
      });
    for (const path of [
      '/',
      '/shop/',
      '/shop',
      '/cart/',
      '/contact/',
      '/account/',
      '/wp-login.php',
      '/wp-login.php?action=lostpassword',
      '/wp-admin/',
      '/wp-admin',
      '/?p=1',
      '/nothing',
      '/feed/',
      '/robots.txt',
      '/wp-sitemap.xml',
      '/wp-json/',
      '/wp-json/wp/v2/pages',
      '/xmlrpc.php',
      '/?wp_lang=pl_PL',
    ]) {
      const { text, location, cacheControl } = await sendRequest(path);
      // As in WordPress, the canonical redirect uses the requested host; it must not be cached for other visitors.
      expect([path, text.includes(EVIL), location.includes(EVIL) && !cacheControl.includes('no-store')]).toEqual([
        path,
        false,
        false,
      ]);
    }
    await site.site.db()('rate_limits').delete();
    await sendRequest('/wp-login.php?action=lostpassword', 'POST', 'user_login=editor');
    await site.inContext(() => site.site.cron.runJobs());
    // Emails of earlier orders may still arrive.
    const { file } = (await filed()).filter(({ recipients }) => recipients.startsWith('editor@')).at(-1) ?? {
      file: '',
    };
    const email = ((await site.site.mail.readMailFile(file)) ?? '').replace(/=\r?\n/g, '');
    expect(email).toContain(`${site.url}/wp-login.php?action=3Drp`);
    expect(email).not.toContain(EVIL);
  });

  test.each([
    `https://${EVIL}/`,
    `//${EVIL}/`,
    `/\\${EVIL}/`,
    `\\\\${EVIL}`,
    `https:${EVIL}`,
    `http:/${EVIL}`,
    'javascript:alert(1)',
    `/\t/${EVIL}`,
    `/%09/${EVIL}`,
    `https://x@${EVIL}`,
    `//${EVIL}%2f..`,
    `///${EVIL}`,
    ` //${EVIL}`,
    `%2f%2f${EVIL}`,
    `data:text/html,x`,
  ])('does not redirect to %j', async (target) => {
    const { customer } = site.users;
    const encoded = encodeURIComponent(target);
    const login = await raw('/wp-login.php', {
      method: 'POST',
      headers: {},
      body: new URLSearchParams({ log: 'author', pwd: site.users.author.password, redirect_to: target }),
    });
    const pass = await raw('/wp-login.php?action=postpass', {
      method: 'POST',
      headers: { referer: target.startsWith('http') ? target : '' },
      body: new URLSearchParams({ post_password: 'x', redirect_to: target, _wp_http_referer: target }),
    });
    const found = [login.headers.get('location'), pass.headers.get('location')];
    for (const path of [
      `/wp-login.php?redirect_to=${encoded}`,
      `/wp-login.php?redirect_to=${encoded}&reauth=1`,
      `/wp-login.php?action=logout&redirect_to=${encoded}`,
      `/account/?redirect_to=${encoded}`,
      `/cart/?_wp_http_referer=${encoded}`,
      `/${target}?wp_lang=pl_PL`,
      `/${target}`,
      `${target.startsWith('/') ? target : `/${target}`}/shop`,
      `//${EVIL}/..%2fshop`,
    ]) {
      const response = await fetch(site.url + path, {
        redirect: 'manual',
        headers: { cookie: path.includes('logout') || path.includes('reauth') ? '' : customer.cookies() },
      }).catch(() => undefined);
      found.push(response?.headers.get('location') ?? null);
    }
    for (const location of found) {
      if (location === null) continue;
      expect([location, new URL(location, `${site.url}/`).origin]).toEqual([location, site.url]);
      expect(location).not.toMatch(/^(?:\/|\\){2}/);
    }
  });
});
