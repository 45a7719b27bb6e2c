import store from '../../plugins/store/plugin.js';
import compliance from '../../plugins/compliance/plugin.js';
import type { Migration } from '../../core/api/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

/** Former table and column names with their current names. */
const TABLES = [
  ['store_download_rights', 'store_download_permissions'],
  ['store_download_terms', 'store_download_limits'],
] as const;
const COLUMNS = [
  ['imports', 'survey', 'preview'],
  ['imports', 'problem', 'error'],
  ['import_entries', 'settled', 'linked'],
  ['store_download_permissions', 'until', 'expires_at'],
  ['store_download_permissions', 'counted_at', 'last_download_at'],
  ['store_download_log', 'right_id', 'permission_id'],
  ['store_imports', 'problem', 'error'],
  ['store_attempts', 'who', 'client_hash'],
  ['store_order_codes', 'who', 'owner_hash'],
  ['store_order_codes', 'tries', 'attempts'],
  ['store_order_codes', 'ends_at', 'expires_at'],
  ['store_order_meta', 'shown', 'display_text'],
  ['store_payments', 'asked_at', 'checked_at'],
  ['store_product_tokens', 'place', 'field'],
  ['store_products', 'shown_rating', 'review_rating'],
  ['store_reviews', 'answer', 'reply'],
  ['store_reviews', 'answered_at', 'replied_at'],
  ['store_terms', 'folded', 'search_name'],
  ['compliance_bounced_emails', 'about_id', 'object_id'],
  ['compliance_bounced_emails', 'refusal', 'response'],
  ['compliance_bounced_emails', 'refused_at', 'bounced_at'],
] as const;
const MIGRATIONS = ['025_import_names', '039_standard_columns', '602_standard_columns'];
const OWNERS: readonly (readonly [string, readonly Migration[]])[] = [
  ['core', coreMigrations],
  ['store', store.migrations ?? []],
  ['compliance', compliance.migrations ?? []],
];
const AT = '2026-11-01 10:00:00';

describe.each(allEngines)('a database with former column names, on %s', (engine) => {
  let scratch: ScratchDatabase;
  const migrateAll = async (): Promise<string[]> => {
    const applied: string[] = [];
    for (const [owner, migrations] of OWNERS) applied.push(...(await migrate(scratch.db, owner, migrations)));
    return applied;
  };
  const insert = async (table: string, row: object): Promise<unknown> => scratch.db().table(table).insert(row);

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrateAll();
    const { db } = scratch;
    for (const [table, before, now] of COLUMNS) await db.renameColumn(table, now, before);
    for (const [before, now] of TABLES) await db.renameTable(now, before);
    await db()('migrations').whereIn('id', MIGRATIONS).delete();
  });
  afterAll(() => scratch.drop());

  it('gets standard names without losing rows, even twice', async () => {
    const { db } = scratch;
    const outcomes = ['made', 'there', 'left', 'partly', 'failed'];
    await insert('imports', {
      name: 'old.xml',
      file: '/tmp/old.xml',
      media: '',
      state: 'looked',
      user_id: 1,
      survey: '{"posts":3}',
      choices: '',
      problem: '',
      created_at: AT,
    });
    for (const outcome of outcomes)
      await insert('import_entries', {
        import_id: 1,
        source: `post:${outcome}`,
        kind: 'post',
        target_id: 0,
        outcome,
        title: '',
        note: '',
        settled: 1,
      });
    await insert('options', {
      name: 'theme_mods_default',
      value: 'a:1:{s:4:"look";a:1:{s:4:"page";s:7:"#ffffff";}}',
      autoload: 'on',
    });
    await insert('store_download_rights', {
      order_id: 7,
      product_file_id: 8,
      downloads: 2,
      until: AT,
      state: 'given',
      counted_at: AT,
    });
    await insert('store_download_log', { right_id: 1, user_id: 3, at: AT });
    await insert('store_reviews', {
      product_id: 1,
      buyer: 'b',
      user_id: 0,
      order_id: 0,
      email: 'anna@example.test',
      name: 'Anna',
      stars: 5,
      title: '',
      content: 'Good.',
      search: '',
      status: 'waiting',
      verified: 0,
      answer: 'Thank you.',
      answered_at: AT,
      created_at: AT,
      updated_at: AT,
    });

    expect((await migrateAll()).sort()).toEqual(MIGRATIONS);
    for (const [, migrations] of OWNERS)
      for (const step of migrations.filter(({ id }) => MIGRATIONS.includes(id))) await step.up(db);

    for (const [before, now] of TABLES)
      expect([now, await db().schema.hasTable(before), await db().schema.hasTable(now)]).toEqual([now, false, true]);
    for (const [table, before, now] of COLUMNS)
      expect([
        `${table}.${now}`,
        await db().schema.hasColumn(table, before),
        await db().schema.hasColumn(table, now),
      ]).toEqual([`${table}.${now}`, false, true]);
    expect(await db()('imports').select('state', 'preview')).toEqual([{ state: 'checked', preview: '{"posts":3}' }]);
    expect(await db()('import_entries').orderBy('id').pluck('outcome')).toEqual([
      'created',
      'existing',
      'skipped',
      'incomplete',
      'failed',
    ]);
    expect(await db()('options').where({ name: 'theme_mods_default' }).pluck('value')).toEqual([
      'a:1:{s:8:"branding";a:1:{s:4:"page";s:7:"#ffffff";}}',
    ]);
    expect(await db()('store_download_permissions').select('downloads', 'expires_at', 'state')).toEqual([
      { downloads: 2, expires_at: AT, state: 'granted' },
    ]);
    expect(await db()('store_download_log').pluck('permission_id')).toEqual([1]);
    expect(await db()('store_reviews').select('status', 'reply')).toEqual([{ status: 'pending', reply: 'Thank you.' }]);
  });
});
