import store from '../../plugins/store/plugin.js';
import compliance from '../../plugins/compliance/plugin.js';
import facet from '../../plugins/facet/plugin.js';
import type { Migration } from '../../core/api/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

/** Former table names with their current names. */
const TABLES = [
  ['kept_versions', 'revisions'],
  ['plugin_faults', 'plugin_errors'],
  ['store_letters', 'store_emails'],
  ['store_wishes', 'store_wishlist_items'],
  ['store_stock_alerts', 'store_back_in_stock'],
  ['store_word_parts', 'store_search_ngrams'],
  ['store_product_words', 'store_product_tokens'],
  ['store_order_words', 'store_order_tokens'],
  ['store_change_counter', 'store_change_sequence'],
  ['store_import_pieces', 'store_import_batches'],
  ['compliance_looks', 'compliance_scans'],
  ['compliance_refused_letters', 'compliance_bounced_emails'],
  ['facet_figures', 'facet_analytics'],
  ['facet_own', 'facet_custom_values'],
  ['store_download_rights', 'store_download_permissions'],
] as const;
const COLUMNS = [
  ['store_download_permissions', 'most', 'max_downloads'],
  ['compliance_scans', 'looked_at', 'scanned_at'],
  ['compliance_bounced_emails', 'letter', 'email_kind'],
  ['compliance_bounced_emails', 'about_id', 'object_id'],
  ['compliance_bounced_emails', 'refusal', 'response'],
  ['compliance_bounced_emails', 'refused_at', 'bounced_at'],
  ['compliance_declarations', 'doubt', 'flag'],
] as const;
const AT = '2026-11-01 10:00:00';

describe.each(allEngines)('database with former names, on %s', (engine) => {
  let scratch: ScratchDatabase;
  const owners: readonly (readonly [string, readonly Migration[]])[] = [
    ['core', coreMigrations],
    ['store', store.migrations ?? []],
    ['compliance', compliance.migrations ?? []],
    ['facet', facet.migrations ?? []],
  ];
  const migrateAll = async (): Promise<string[]> => {
    const applied: string[] = [];
    for (const [owner, migrations] of owners) applied.push(...(await migrate(scratch.db, owner, migrations)));
    return applied;
  };
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrateAll();
    const { db } = scratch;
    for (const [table, before, now] of COLUMNS) await db.renameColumn(table, now, before);
    for (const [before, now] of TABLES) await db.renameTable(now, before);
    await db()('migrations').where('id', 'like', '%standard_names').orWhere('id', 'like', '%standard_columns').delete();
  });
  afterAll(() => scratch.drop());

  it('renames tables, columns, queues and options without losing rows, even twice', async () => {
    const { db } = scratch;
    await db().table('store_letters').insert({
      order_id: 0,
      kind: 'money_back',
      recipient: 'anna@example.test',
      locale: 'pl_PL',
      data: '{}',
      state: 'sent',
      created_at: AT,
      changed_at: AT,
    });
    await db()
      .table('compliance_refused_letters')
      .insert({ letter: 'receipt', about_id: 7, refusal: '', refused_at: AT });
    await db().table('options').insert({ name: 'store_letter_ask_review', value: '{"enabled":true}', autoload: 'on' });
    await db().table('jobs').insert({
      queue: 'store/letter',
      payload: '{}',
      state: 'waiting',
      attempts: 0,
      error: '',
      run_at: AT,
      created_at: AT,
      updated_at: AT,
    });

    expect((await migrateAll()).sort()).toEqual([
      '005_standard_names',
      '021_standard_names',
      '029_standard_names',
      '039_standard_columns',
      '301_standard_names',
      '600_standard_names',
      '602_standard_columns',
    ]);
    for (const [, migrations] of owners)
      for (const step of migrations.filter(({ id }) => /standard_(?:names|columns)$/.test(id))) await step.up(db);

    for (const [before, now] of TABLES)
      expect([now, await db().schema.hasTable(before), await db().schema.hasTable(now)]).toEqual([now, false, true]);
    expect(await db().table('store_emails').pluck('kind')).toEqual(['refund']);
    expect(await db().table('compliance_bounced_emails').select('email_kind', 'object_id')).toEqual([
      { email_kind: 'receipt', object_id: 7 },
    ]);
    expect(await db().table('options').where('name', 'like', 'store%review%').pluck('name')).toEqual([
      'store_email_review_request',
    ]);
    expect(await db().table('jobs').pluck('queue')).toEqual(['store/send_email']);
  });
});
