import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { saveNotices, publishLegalPages, SELLER, compliantProduct } from './lawful-shop.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const CLI = join(__dirname, '../../core/cli/plinth.mjs');

interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** A row printed by `compliance check --format=json`. */
interface Row {
  check: string;
  state: string;
}

describe.each(defaultEngines)('compliance commands on %s', (engine) => {
  let shop: RealShop;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
  });
  afterEach(() => shop.close());

  /** Runs `plinth …` beside the running site, optionally with a different site URL. */
  function plinth(args: readonly string[], siteUrl = shop.url): Promise<CommandResult> {
    const { dataDir, databaseUrl } = shop.site.config as { dataDir: string; databaseUrl?: string };
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      SITE_URL: siteUrl,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    return new Promise((done) => {
      const child = spawn(process.execPath, [CLI, ...args], { env });
      const text = { out: '', error: '' };
      child.stdout.on('data', (bytes: Buffer) => void (text.out += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => void (text.error += bytes.toString()));
      child.on('close', (code) => done({ code, ...text }));
    });
  }

  const states = ({ out }: CommandResult): Record<string, string> =>
    Object.fromEntries((JSON.parse(out) as Row[]).map(({ check, state }) => [check, state]));

  it('compliance check exits 1 while requirements are missing, then 0, also without the site', async () => {
    await shop.save(compliantProduct('MUG', null));
    const first = await plinth(['compliance', 'check', '--format=json']);
    expect([first.code, states(first)]).toMatchObject([
      1,
      { seller: 'missing', page_terms: 'missing', boxes_checkout: 'good', button: 'good' },
    ]);
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
    await publishLegalPages(shop);
    await saveNotices(shop);
    const complete = await plinth(['compliance', 'check', '--format=json']);
    expect([complete.code, Object.values(states(complete)).includes('missing')]).toEqual([0, false]);
    // The site moves to a URL at which nothing responds.
    const movedUrl = 'http://127.0.0.1:9';
    const db = shop.site.db();
    await db('posts').update({ post_content: db.raw('replace(post_content, ?, ?)', [shop.url, movedUrl]) });
    const stopped = await plinth(['compliance', 'check', '--format=json'], movedUrl);
    await db('posts').update({ post_content: db.raw('replace(post_content, ?, ?)', [movedUrl, shop.url]) });
    expect(stopped.error).toContain('The site isn’t responding');
    expect([stopped.code, states(stopped)]).toMatchObject([
      0,
      { boxes_checkout: 'good', button: 'good', page_terms: 'good' },
    ]);

    const page = (await shop.rest('GET', '/shop/v1/legal-pages')).body.pages[0] as { id: number };
    await shop.inContext(() =>
      shop.site.content.wpUpdatePost({
        id: page.id,
        post_content: '<a href="https://ec.europa.eu/consumers/odr">ODR</a>',
      }),
    );
    const odr = await plinth(['compliance', 'check', '--format=json']);
    expect([odr.code, states(odr).page_terms]).toEqual([1, 'missing']);
    expect(await shop.site.db()('plugin_errors').where({ plugin: 'compliance' })).toEqual([]);
  });

  it('law 28 exports and erases a person’s data, keeping consents and the chain valid', async () => {
    const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    for (const email of ['anna@example.test', 'jan@example.test']) {
      await buyer.get('/withdrawal/');
      await buyer.submit(
        {},
        { declaration_name: 'Anna Próbna', declaration_order: '1', declaration_email: email },
        'declaration_name',
      );
      await buyer.submit({ confirm: '1' }, {}, 'declaration_name');
    }
    const { out } = await plinth(['compliance', 'export', 'anna@example.test', '--format=json']);
    const kinds = (JSON.parse(out) as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'consent')).toHaveLength(3);
    expect([...new Set(kinds)].sort()).toEqual([
      'compliance-orders',
      'consent',
      'mail-log',
      'store-emails',
      'store-orders',
      'withdrawal',
    ]);
    expect((await plinth(['compliance', 'erase', 'anna@example.test'])).code).toBe(0);
    const db = shop.site.db();
    // The order is retained by law, together with the email address that the customer needs to withdraw.
    expect((await db('compliance_orders').where({ email: 'anna@example.test' })).length).toBe(
      (await db('store_orders').where({ email: 'anna@example.test' })).length,
    );
    for (const table of ['compliance_consents', 'compliance_declarations'])
      expect([table, JSON.stringify(await db(table)).includes('anna@')]).toEqual([table, false]);
    expect(await db('compliance_consents').where({ accepted: 1 })).toHaveLength(3);
    expect(JSON.stringify(await db('compliance_declarations'))).toContain('jan@example.test');
    const owner = await shop.admin();
    expect((await owner.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      'Declaration records verified.',
    );
  });

  it('law 11 starts the withdrawal period when the order reaches a configured status', async () => {
    // Without information about the right of withdrawal, the period is twelve months longer.
    const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', {
      type: 'withdrawal',
      company_name: 'Firma',
      company_address: 'Prosta 1',
      email: 'a@example.test',
    });
    await shop.inContext(() => shop.site.content.wpPublishPost(body.page_id as number));
    const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const { id } = await shop.site.db()('store_orders').first<{ id: number }>('id');
    const meta = async (): Promise<unknown> =>
      ((await shop.inContext(() => shop.scope.services.get('store.orders').get(id)))?.meta ?? {})
        .withdrawal_clock_started;
    const orders = shop.scope.services.get('store.orders');
    expect(await meta()).toBeUndefined();
    for (const status of ['processing', 'completed'] as const) await shop.inContext(() => orders.setStatus(id, status));
    expect(await meta()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const { number } = await shop.site.db()('store_orders').first<{ number: string }>('number');
    await buyer.get('/withdrawal/');
    await buyer.submit(
      {},
      { declaration_name: 'Anna', declaration_order: number, declaration_email: 'anna@example.test' },
      'declaration_name',
    );
    await buyer.submit({ confirm: '1' }, {}, 'declaration_name');
    const owner = await shop.admin();
    const screen = async (): Promise<string> =>
      (await owner.get('/wp-admin/admin.php?page=compliance-declarations')).text;
    expect(await screen()).toMatch(/in time: the last day is \d{4}-\d\d-\d\d/);
    await shop.site
      .db()('store_order_meta')
      .where({ meta_key: 'withdrawal_clock_started' })
      .update({ meta_value: '2026-01-01 12:00:00' });
    expect(await screen()).toContain('late: the last day was 2026-01-15');
  });
});
