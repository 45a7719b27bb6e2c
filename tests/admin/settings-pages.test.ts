import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

/** A plugin with two settings pages: one stores each field in a separate option, the other stores all of them in one. */
const PLUGIN = `module.exports = {
  boot(scope) {
    const settings = scope.addSettingsPage({
      slug: 'courier', title: 'Courier',
      sections: [
        { title: 'Account', fields: [
          { key: 'courier_name', type: 'text', label: 'Name', required: true, maxLength: 20, showInRest: true, sanitize: (value) => value.toUpperCase() },
          { key: 'courier_key', type: 'secret', label: 'Key', help: 'From the account.' },
          { key: 'courier_mail', type: 'email', label: 'Letters to', showInRest: true },
        ] },
        { title: 'Prices', fields: [
          { key: 'courier_mode', type: 'radio', label: 'Mode', choices: [{ value: 'test', label: 'Test' }, { value: 'live', label: 'Live' }], default: 'test', showInRest: true },
          { key: 'courier_url', type: 'url', label: 'Address', required: true, showIf: { field: 'courier_mode', is: 'live' } },
          { key: 'courier_price', type: 'money', label: 'Price', min: 100 },
          { key: 'courier_days', type: 'number', label: 'Days', min: 1, max: 30, default: 3, showInRest: true, validate: (value) => (value === 13 ? 'Not thirteen.' : '') },
          { key: 'courier_on', type: 'checkbox', label: 'Switched on', default: true },
          { key: 'courier_from', type: 'date', label: 'From' },
          { key: 'courier_roots', type: 'text', label: 'For the owner of all', capability: 'nobody_has_this' },
        ] },
      ],
      onSaved: (values) => { if (values.courier_name === 'BREAK') throw new Error('broken'); },
    });
    scope.addSettingsPage({
      slug: 'courier-more', title: 'More', parent: '', capability: 'edit_pages', option: 'courier_more',
      sections: [{ fields: [{ key: 'count', type: 'number', label: 'Count', default: 2, showInRest: true }, { key: 'token', type: 'secret', label: 'Token' }, { key: 'open', type: 'checkbox', label: 'Open' }] }],
    });
    scope.registerRestRoute('courier/v1', '/values', { methods: 'GET', permissionCallback: () => true, callback: () => settings.values() });
  },
};`;

describe.each(defaultEngines)('settings pages (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'courier', { 'index.js': PLUGIN });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const PAGE = '/wp-admin/admin.php?page=courier';
  const fields = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`fields[${key}]`, value]));
  const GOOD = {
    courier_name: 'Anna',
    courier_mail: 'anna@example.com',
    courier_mode: 'test',
    courier_url: '',
    courier_price: '12,50',
    courier_days: '5',
    courier_on: '1',
    courier_from: '2026-02-28',
  };
  const values = async (): Promise<Record<string, unknown>> =>
    (await (await fetch(`${site.url}/wp-json/courier/v1/values`)).json()) as Record<string, unknown>;
  const option = (name: string): Promise<unknown> => site.inContext(() => site.site.options.getOption(name, 'nothing'));

  it('appears in the menu with labels, help, limits and defaults', async () => {
    const { html, status } = await admin.get(PAGE);
    expect(status).toBe(200);
    expect(html).toContain('<label for="field-courier_name">Name <span class="required">(required)</span></label>');
    expect(html).toMatch(
      /id="field-courier_key" name="fields\[courier_key\]" value="" autocomplete="new-password" aria-describedby="field-courier_key-help"/,
    );
    expect(html).toMatch(/id="field-courier_days" name="fields\[courier_days\]" value="3" min="1" max="30" step="1"/);
    expect(html).toMatch(/name="fields\[courier_mode\]" value="test" checked/);
    expect(html).not.toContain('For the owner of all');
    expect((await admin.get('/wp-admin/options-general.php')).html).toMatch(/admin\.php\?page(?:=|&#x3D;)courier"/);
  });

  it('stores sanitized values in the types of their fields, and confirms the save', async () => {
    await admin.get(PAGE);
    const saved = await admin.post(PAGE, fields({ ...GOOD, courier_key: 's3cret', courier_roots: 'smuggled' }));
    expect([saved.status, saved.location]).toEqual([303, PAGE]);
    expect((await admin.get(PAGE)).html).toContain('Settings saved.');
    expect(await values()).toEqual({
      courier_name: 'ANNA',
      courier_key: 's3cret',
      courier_mail: 'anna@example.com',
      courier_mode: 'test',
      courier_url: '',
      courier_price: 1250,
      courier_days: 5,
      courier_on: true,
      courier_from: '2026-02-28',
      courier_roots: '',
    });
    expect(await option('courier_roots')).toBe('nothing');
  });

  it('never shows a secret, and removes it only on request', async () => {
    const { html } = await admin.get(PAGE);
    expect(html).not.toContain('s3cret');
    await admin.post(PAGE, fields({ ...GOOD, courier_key: '' }));
    expect((await values()).courier_key).toBe('s3cret');
    const rejected = await admin.post(PAGE, fields({ ...GOOD, courier_days: 'x', courier_key: 'a-key-mistyped' }));
    expect(rejected.html).not.toContain('a-key-mistyped');
    await admin.get(PAGE);
    await admin.post(PAGE, { ...fields({ ...GOOD, courier_key: '' }), 'fields_removed[courier_key]': '1' });
    expect((await values()).courier_key).toBe('');
  });

  it('rejects invalid values with 422, names each error and stores nothing', async () => {
    await admin.get(PAGE);
    const before = await values();
    const bad = {
      ...GOOD,
      courier_name: '',
      courier_mail: 'no"<b>mail',
      courier_price: '0.50',
      courier_days: '13',
      courier_from: '2026-02-30',
    };
    const { status, html } = await admin.post(PAGE, fields(bad));
    expect(status).toBe(422);
    for (const [key, text] of [
      ['courier_name', 'This field is required.'],
      ['courier_mail', 'Enter a complete email address'],
      ['courier_price', 'The minimum is 1.00.'],
      ['courier_days', 'Not thirteen.'],
      ['courier_from', 'Enter a date, such as 2026-11-23.'],
    ]) {
      expect(html).toMatch(new RegExp(`<a href="#field-${key}">[^<]+</a>: ${text}`));
      expect(html).toMatch(
        new RegExp(`id="field-${key}"[^>]*aria-invalid="true"[^>]*aria-describedby="field-${key}-problem`),
      );
    }
    expect(html).toContain('value="no&quot;&lt;b&gt;mail"');
    expect(html).toContain('role="alert" tabindex="-1" data-focus');
    expect(await values()).toEqual(before);
  });

  it('requires a conditional field only while its condition holds', async () => {
    await admin.get(PAGE);
    expect((await admin.post(PAGE, fields({ ...GOOD, courier_mode: 'live' }))).status).toBe(422);
    expect(
      (await admin.post(PAGE, fields({ ...GOOD, courier_mode: 'live', courier_url: 'https://courier.example/' })))
        .status,
    ).toBe(303);
    await admin.get(PAGE);
    expect((await admin.post(PAGE, fields({ ...GOOD, courier_mode: 'test', courier_url: 'nonsense' }))).status).toBe(
      303,
    );
    expect(await values()).toMatchObject({ courier_mode: 'test', courier_url: 'https://courier.example/' });
  });

  it('stores nothing when the saved callback throws', async () => {
    const before = await values();
    await admin.get(PAGE);
    expect((await admin.post(PAGE, fields({ ...GOOD, courier_name: 'break', courier_days: '29' }))).status).toBe(500);
    expect(await values()).toEqual(before);
  });

  it('requires a nonce and the capability of the page', async () => {
    await admin.get(PAGE);
    expect((await admin.post(PAGE, { ...fields(GOOD), _wpnonce: 'made-up' })).status).toBe(403);
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'reader',
        user_pass: 'a long reader password',
        user_email: 'reader@example.com',
        role: 'subscriber',
      }),
    );
    const reader = visitor(site.url);
    await reader.logIn('reader', 'a long reader password');
    expect((await reader.get(PAGE)).status).toBe(403);
    expect((await reader.post(PAGE, fields({ ...GOOD, courier_days: '7' }))).status).toBe(403);
  });

  it('exposes and validates settings over REST, and never shows secrets', async () => {
    const created = await site.inContext(() =>
      site.site.passwords.createApplicationPassword(1, { name: `settings ${engine}` }),
    );
    if (!('password' in created)) throw new Error('no application password');
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${created.password}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    const request = async (body?: object): Promise<{ status: number; body: Record<string, unknown> }> => {
      const response = await fetch(`${site.url}/wp-json/wp/v2/settings`, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const { body } = await request();
    expect(body).toMatchObject({ courier_days: 5, courier_mode: 'test', courier_more: { count: 2 } });
    expect(Object.keys(body)).not.toContain('courier_key');
    expect((await request({ courier_days: 31 })).status).toBe(400);
    expect((await request({ courier_days: 13 })).body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { courier_days: 'Not thirteen.' } },
    });
    expect((await request({ courier_mode: 'loud' })).status).toBe(400);
    expect((await request({ courier_name: 'basia', courier_days: 6 })).body).toMatchObject({
      courier_name: 'BASIA',
      courier_days: 6,
    });
  });

  it('stores all values in one option, and keeps secrets on partial updates', async () => {
    const more = '/wp-admin/admin.php?page=courier-more';
    await admin.get(more);
    expect((await admin.post(more, fields({ count: '7', token: 'hidden', open: '1' }))).status).toBe(303);
    expect(await option('courier_more')).toEqual({ count: 7, token: 'hidden', open: true });
    await site.inContext(() => site.site.options.updateOption('courier_more', { count: 8 }));
    expect(await option('courier_more')).toEqual({ count: 8, token: 'hidden', open: true });
  });

  it('removes the page and its settings when the plugin is deactivated', async () => {
    await site.inContext(() => site.site.plugins.deactivatePlugins('courier'));
    expect(await admin.get(PAGE)).toMatchObject({
      status: 403,
      html: expect.stringContaining('Sorry, you are not allowed to access this page.') as string,
    });
    expect([...site.site.options.getRegisteredSettings().keys()].filter((name) => name.startsWith('courier'))).toEqual(
      [],
    );
  });
});

it('rejects a settings page with invalid fields, naming the reason', async () => {
  const site = await bootSite();
  const errorOf = async (id: string, field: string): Promise<string> => {
    const plugin = `module.exports = { boot: (scope) => void scope.addSettingsPage({ slug: '${id}', title: 'X', sections: [{ fields: [${field}] }] }) };`;
    return activatePlugin(site, id, { 'index.js': plugin }).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  };
  try {
    expect(await errorOf('w-key', `{ key: 'a b', type: 'text', label: 'A' }`)).toContain(
      '"a b" is not a valid field key.',
    );
    expect(await errorOf('w-type', `{ key: 'a', type: 'texts', label: 'A' }`)).toContain('unknown type "texts"');
    expect(await errorOf('w-choices', `{ key: 'a', type: 'select', label: 'A' }`)).toContain('no choices');
    expect(await errorOf('w-if', `{ key: 'a', type: 'text', label: 'A', showIf: { field: 'b', is: true } }`)).toContain(
      'is not an earlier field of the form',
    );
    expect(
      await errorOf('w-twice', `{ key: 'a', type: 'text', label: 'A' }, { key: 'a', type: 'text', label: 'A' }`),
    ).toContain('key "a" is used twice');
  } finally {
    await site.close();
  }
});
