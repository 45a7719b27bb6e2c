import { serialize } from '../../core/options/serialized-text.js';
import store from '../../plugins/store/plugin.js';
import compliance from '../../plugins/compliance/plugin.js';
import facet from '../../plugins/facet/plugin.js';
import type { Migration } from '../../core/api/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { createAnchors } from '../../plugins/compliance/audit/anchors.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const AT = '2026-11-01 10:00:00';
const COLUMNS = [
  ['audit_log', 'seal', 'hmac'],
  ['audit_log', 'address_mark', 'address_hmac'],
  ['audit_chain', 'seal', 'hmac'],
  ['plugin_errors', 'place', 'entry'],
] as const;
const OWNERS: readonly (readonly [string, readonly Migration[]])[] = [
  ['core', coreMigrations],
  ['store', store.migrations ?? []],
  ['compliance', compliance.migrations ?? []],
  ['facet', facet.migrations ?? []],
];

describe.each(allEngines)('stored data with former names, on %s', (engine) => {
  let scratch: ScratchDatabase;

  async function migrateAll(): Promise<string[]> {
    const applied: string[] = [];
    for (const [owner, migrations] of OWNERS) applied.push(...(await migrate(scratch.db, owner, migrations)));
    return applied;
  }

  /** Runs migrations of an owner twice, as after an interrupted run. */
  async function runTwice(owner: string, suffix: string): Promise<void> {
    const migrations = OWNERS.find(([name]) => name === owner)?.[1] ?? [];
    const steps = migrations.filter(({ id }) => id.endsWith(suffix));
    expect(steps).not.toEqual([]);
    for (let run = 0; run < 2; run++) for (const step of steps) await step.up(scratch.db);
  }
  const renameStoredNames = (owner: string): Promise<void> => runTwice(owner, 'stored_names');
  const renameStandardColumns = (owner: string): Promise<void> => runTwice(owner, 'standard_columns');

  const insert = async (table: string, row: object): Promise<unknown> => scratch.db().table(table).insert(row);
  const values = async (table: string, column: string): Promise<unknown[]> => scratch.db().table(table).pluck(column);
  const option = (name: string, value: unknown): Promise<unknown> =>
    insert('options', { name, value: typeof value === 'string' ? value : serialize(value), autoload: 'on' });
  const optionValue = async (name: string): Promise<unknown> =>
    (await scratch.db().table('options').where({ name }).first<{ value: string } | undefined>('value'))?.value;
  const job = (queue: string): Promise<unknown> =>
    insert('jobs', {
      queue,
      payload: '{}',
      state: 'waiting',
      attempts: 0,
      error: '',
      run_at: AT,
      created_at: AT,
      updated_at: AT,
    });

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrateAll();
  });
  afterEach(async () => {
    for (const table of ['options', 'jobs', 'cron_events', 'rate_limits']) await scratch.db().table(table).delete();
  });
  afterAll(() => scratch.drop());

  it('renames columns of the audit log and of plugin errors without losing rows', async () => {
    const { db } = scratch;
    await insert('plugin_errors', {
      plugin: 'shop',
      entry: 'hook init',
      code: 'x',
      message: 'broken',
      stack: '',
      first_at: AT,
      last_at: AT,
    });
    await insert('audit_chain', {
      id: 1,
      start_position: 0,
      start_hash: '',
      end_position: 0,
      end_hash: '',
      addresses_until: 0,
      hmac: 'abc',
    });
    for (const [table, before, now] of COLUMNS) await db.renameColumn(table, now, before);
    await db()('migrations').where('id', 'like', '%stored_names').delete();
    expect((await migrateAll()).sort()).toEqual([
      '023_stored_names',
      '031_stored_names',
      '201_stored_names',
      '302_stored_names',
      '601_stored_names',
    ]);
    for (const [table, before, now] of COLUMNS)
      expect([now, await db().schema.hasColumn(table, before), await db().schema.hasColumn(table, now)]).toEqual([
        now,
        false,
        true,
      ]);
    expect(await values('plugin_errors', 'entry')).toEqual(['hook init']);
    expect(await values('audit_chain', 'hmac')).toEqual(['abc']);
  });

  it('renames options, queues and counters of the host', async () => {
    await option('letters_per_address', '7');
    await option('reset_letters', '9');
    await option('plugin_quarantine', { parcel: { reason: 'It hung.', at: AT } });
    await option('mail_server', { host: 'mail.example.test', port: 465, sealed: 'Zm9v' });
    for (const name of ['account', 'reset', 'security', 'comment']) await job(`plinth/${name}-letter`);
    await insert('rate_limits', { name: 'letters:abc', hits: 3, ends_at: 1 });
    await renameStoredNames('core');
    expect(await optionValue('emails_per_address')).toBe('7');
    expect(await optionValue('reset_emails_per_account')).toBe('9');
    expect(await optionValue('plugin_pauses')).toBe(serialize({ parcel: { reason: 'It hung.', at: AT } }));
    expect(await optionValue('mail_server')).toBe(
      serialize({ host: 'mail.example.test', port: 465, encryptedPassword: 'Zm9v' }),
    );
    expect(await values('options', 'name')).toHaveLength(4);
    expect((await values('jobs', 'queue')).sort()).toEqual([
      'plinth/account-email',
      'plinth/comment-email',
      'plinth/password-reset-email',
      'plinth/security-email',
    ]);
    expect(await values('rate_limits', 'name')).toEqual(['emails:abc']);
  });

  it('renames the data of unsent emails, and the settings of reviews and estimates', async () => {
    const email = (kind: string, data: unknown): Promise<unknown> =>
      insert('store_emails', {
        order_id: 0,
        kind,
        recipient: 'anna@example.test',
        locale: 'pl_PL',
        data: data === '' ? '' : JSON.stringify(data),
        state: 'waiting',
        created_at: AT,
        changed_at: AT,
      });
    await email('refund', { back: { amount: 100 } });
    await email('review_request', { asked: [{ name: 'Kubek', slug: 'kubek' }] });
    await email('back_in_stock', { again: { product: 'Kubek' } });
    await email('refund', '');
    await email('contact', { message: 'again' });
    await option('store_reviews', { enabled: true, who: 'accounts', minDays: 0, askDays: 14 });
    await option('store_arrival', { cutOff: '12:00' });
    await insert('cron_events', { timestamp: 1, hook: 'store/ask_reviews', args: '[]', args_hash: 'x' });
    await renameStoredNames('store');
    expect(await scratch.db().table('store_emails').orderBy('id').pluck('data')).toEqual([
      '{"refund":{"amount":100}}',
      '{"products":[{"name":"Kubek","slug":"kubek"}]}',
      '{"backInStock":{"product":"Kubek"}}',
      '',
      '{"message":"again"}',
    ]);
    expect(await optionValue('store_reviews')).toBe(
      serialize({ enabled: true, reviewers: 'accounts', minDays: 0, requestDelayDays: 14 }),
    );
    expect(await optionValue('store_estimate_settings')).toBe(serialize({ cutOff: '12:00' }));
    expect(await values('cron_events', 'hook')).toEqual(['store/request_reviews']);
  });

  it('renames the states of download permissions, refunds and reviews, and the commerce settings', async () => {
    for (const [index, state] of ['order', 'given', 'taken'].entries())
      await insert('store_download_permissions', { order_id: 1, product_file_id: index + 1, downloads: 0, state });
    await insert('store_refunds', {
      order_id: 1,
      payment_id: 1,
      refund_key: 'r1',
      amount: 100,
      reason: '',
      state: 'asked',
      message: '',
      restock: false,
      created_at: AT,
      updated_at: AT,
    });
    await option('store_selling', { accountNumber: '61', courier: false });
    await renameStandardColumns('store');
    expect(await values('store_download_permissions', 'state')).toEqual(['order', 'granted', 'revoked']);
    expect(await values('store_refunds', 'state')).toEqual(['requested']);
    expect(await optionValue('store_commerce_settings')).toBe(serialize({ accountNumber: '61', courier: false }));
    expect(await optionValue('store_selling')).toBeUndefined();
  });

  it('renames the flags of declarations, and metadata of users', async () => {
    for (const flag of ['', 'trap', 'many'])
      await insert('compliance_declarations', {
        kind: 'report',
        email: 'anna@example.test',
        order_id: 0,
        statement: '{}',
        hash: '',
        previous_hash: '',
        locale: 'pl_PL',
        status: 'recorded',
        decision: '',
        created_at: AT,
        flag,
      });
    for (const meta_key of ['compliance_signed_in', 'compliance_unused_asked', 'nickname'])
      await insert('usermeta', { user_id: 1, meta_key, meta_value: AT });
    await renameStandardColumns('compliance');
    expect(await values('compliance_declarations', 'flag')).toEqual(['', 'honeypot', 'flood']);
    expect((await values('usermeta', 'meta_key')).sort()).toEqual([
      'compliance_last_login',
      'compliance_unused_queued',
      'nickname',
    ]);
  });

  it('renames the location of withdrawn consents, whose hashes remain valid', async () => {
    await insert('compliance_consents', {
      checkbox_id: 1,
      location: 'letter',
      order_id: 0,
      user_id: 0,
      accepted: 0,
      label_version: 'v1',
      ip: '',
      purpose: 'marketing',
      email: 'anna@example.test',
      address: 'anna@example.test',
      created_at: AT,
    });
    await job('compliance/anchor-letter');
    const anchors = createAnchors({
      db: scratch.db,
      clock: { now: () => '2026-11-20 10:00:00' },
      declarations: { findBroken: () => Promise.resolve(undefined) },
    });
    expect(await anchors.add()).toBeDefined();
    await renameStoredNames('compliance');
    expect(await values('compliance_consents', 'location')).toEqual(['email']);
    expect(await values('jobs', 'queue')).toEqual(['compliance/anchor-email']);
    expect(await anchors.verify()).toEqual([]);
  });

  it('renames the kinds of analytics events, the properties of rules, and options of the filter', async () => {
    const before = { name: 'First', place: { kind: 'search', text: 'tea' }, action: { kind: 'pin', place: 4 } };
    const after = { name: 'First', action: { kind: 'pin', position: 4 }, location: { kind: 'search', text: 'tea' } };
    for (const kind of ['led', 'nothing', 'list'])
      await insert('facet_analytics', { day: '2026-11-01', kind, name: '', times: 2 });
    await insert('facet_rules', { position: 1, rule: JSON.stringify(before) });
    await insert('facet_rules_before', {
      rules: JSON.stringify([{ id: 1, position: 1, rule: JSON.stringify(before) }]),
    });
    await option('facet_figures_days', '30');
    await option('facet_search_words', { synonyms: [] });
    await renameStoredNames('facet');
    expect((await values('facet_analytics', 'kind')).sort()).toEqual(['click', 'list', 'no_results']);
    expect((await values('facet_rules', 'rule')).map((rule) => JSON.parse(String(rule)) as unknown)).toEqual([after]);
    const [history] = await values('facet_rules_before', 'rules');
    const [row] = JSON.parse(String(history)) as readonly { readonly rule: string }[];
    expect(JSON.parse(row?.rule ?? '')).toEqual(after);
    expect(await optionValue('facet_analytics_days')).toBe('30');
    expect(await optionValue('facet_search_terms')).toBe(serialize({ synonyms: [] }));
  });
});
