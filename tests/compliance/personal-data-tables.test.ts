import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, PersonalDataErasers, PersonalDataExporters } from '../../core/api/index.js';
import { allEngines, type Engine } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { BUYER } from '../store/shopper.js';
import { META_WRITES, TABLES, type Treatment, USER_META } from './personal-data-tables.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { furnishFactors, furnishPerson, LOGIN, PERSON, SEEDED } from './seeded-person.js';

const ROOT = join(__dirname, '../..');

const listTables = async (db: Database): Promise<string[]> =>
  db.engine === 'sqlite'
    ? db()('sqlite_master').where({ type: 'table' }).andWhereNot('name', 'like', 'sqlite_%').pluck<string[]>('name')
    : db()('information_schema.tables').whereRaw('table_schema = database()').pluck<string[]>('table_name');

const treatments = (): (readonly [table: string, column: string, treatment: Treatment])[] =>
  Object.entries(TABLES).flatMap(([table, groups]) =>
    groups.flatMap(([columns, treatment]) => columns.split(' ').map((column) => [table, column, treatment] as const)),
  );

/** The personal-data exporters and erasers of a site. */
const sourcesOf = ({ site, inContext }: Pick<TestSite, 'site' | 'inContext'>) =>
  inContext(async () => ({
    exporters: await site.hooks.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {}),
    erasers: await site.hooks.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {}),
  }));

describe.each(allEngines)('the list of personal data (%s)', (engine) => {
  let demo: TestSite;

  beforeAll(async () => {
    demo = await bootSite({ engine, demo: true });
  }, 120_000);
  afterAll(() => demo?.close());

  it('names each table and column of the site: a new one must be exported and erased, or have a reason', async () => {
    const listed = new Set(treatments().map(([table, column]) => `${table}.${column}`));
    const stored: string[] = [];
    for (const table of await listTables(demo.site.db))
      stored.push(...Object.keys(await demo.site.db()(table).columnInfo()).map((column) => `${table}.${column}`));
    expect({
      'not in tests/compliance/personal-data-tables.ts': stored.filter((column) => !listed.has(column)),
    }).toEqual({
      'not in tests/compliance/personal-data-tables.ts': [],
    });
    expect({ 'no longer in the database': [...listed].filter((column) => !stored.includes(column)) }).toEqual({
      'no longer in the database': [],
    });
    expect(treatments()).toHaveLength(listed.size);
  });

  it('names only exporters and erasers that are registered and say themselves that they cover the table', async () => {
    const { exporters, erasers } = await sourcesOf(demo);
    const wrong: string[] = [];
    for (const [table, column, treatment] of treatments()) {
      if (treatment.kind === 'none') continue;
      const claims = (tables: readonly string[] = []): boolean => tables.includes(table);
      if (treatment.kind !== 'secret' && !claims(exporters[treatment.exporter]?.tables))
        wrong.push(`${table}.${column}: exporter ${treatment.exporter}`);
      if (!claims(erasers[treatment.eraser]?.tables)) wrong.push(`${table}.${column}: eraser ${treatment.eraser}`);
    }
    expect(wrong).toEqual([]);
  });

  it('names each key of user metadata that is stored', async () => {
    const keys = await demo.site.db()('usermeta').distinct('meta_key').pluck<string[]>('meta_key');
    expect(keys.filter((key) => !(key in USER_META))).toEqual([]);
  });
});

it('the list of personal data names each key of user metadata that the code writes', () => {
  const files = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name));
  const unknown: string[] = [];
  for (const file of [...files('core'), ...files('plugins')]) {
    if (file.startsWith(join('core', 'api'))) continue;
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [, key = ''] of source.matchAll(/\b(?:update|add)UserMeta\(\s*[^,()]+,\s*([^,]+),/g))
      if (!(key in META_WRITES) && !(key.replace(/'/g, '') in USER_META)) unknown.push(`${file}: ${key}`);
  }
  expect({ 'add to META_WRITES and USER_META in tests/compliance/personal-data-tables.ts': unknown }).toEqual({
    'add to META_WRITES and USER_META in tests/compliance/personal-data-tables.ts': [],
  });
});

/** Finds where seeded values are stored. @returns each value with its `table.column` names */
async function findSeeded(db: Database, values: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const table of await listTables(db)) {
    const rows = (await db()(table).select('*')) as Record<string, unknown>[];
    for (const row of rows)
      for (const [column, content] of Object.entries(row)) {
        const text = String(content ?? '').toLowerCase();
        for (const value of values)
          if (text.includes(value.toLowerCase()))
            found.set(`${table}.${column}`, (found.get(`${table}.${column}`) ?? new Set()).add(value));
      }
  }
  return found;
}

const treatmentOf = (columnName: string): Treatment | undefined =>
  treatments().find(([table, column]) => `${table}.${column}` === columnName)?.[2];

/** A customer with all data that a shop can store about a person. */
async function seedShop(engine: Engine): Promise<RealShop> {
  const shop = await bootRealShop(engine);
  const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
  await furnishPerson(shop, mug);
  const buyer = shop.shopper();
  await buyer.logIn(LOGIN, PERSON.password);
  await buyer.get('/product/mug/');
  await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
  await buyer.get('/checkout/');
  await shop.order(buyer, {
    ...checkedBoxes(buyer.last?.text ?? ''),
    billing_email: PERSON.email,
    billing_last_name: SEEDED.orderName,
    order_note: SEEDED.note,
  });
  // An order stores its own address, so the address book is changed afterwards.
  await buyer.get('/account/addresses/');
  await buyer.submit(
    {},
    { ...BUYER, billing_email: PERSON.email, billing_address_1: SEEDED.street, billing_city: SEEDED.town },
    'billing_city',
  );
  await furnishFactors(shop);
  // A visitor who enters an address at checkout and leaves.
  const guest = await shop.atCheckout(mug);
  await guest.submit(
    { update: '1' },
    { ...BUYER, billing_email: PERSON.email, billing_city: SEEDED.draft },
    'order_token',
  );
  // A withdrawal and a report, submitted by their forms.
  await guest.get('/withdrawal/');
  await guest.submit(
    {},
    { declaration_name: SEEDED.declarant, declaration_order: '1', declaration_email: PERSON.email },
    'declaration_name',
  );
  await guest.submit({ confirm: '1' }, {}, 'declaration_name');
  await guest.get('/report/');
  await guest.submit(
    {},
    {
      declaration_url: `${shop.url}/product/mug/`,
      declaration_reason: SEEDED.report,
      declaration_name: SEEDED.declarant,
      declaration_email: PERSON.email,
      declaration_good_faith: '1',
    },
    'declaration_url',
  );
  if (guest.last?.text.includes('name="confirm"')) await guest.submit({ confirm: '1' }, {}, 'declaration_url');
  return shop;
}

describe.each(allEngines)('a person who is stored everywhere (%s)', (engine) => {
  let shop: RealShop;
  const needles = [...Object.values(SEEDED), PERSON.email];

  beforeAll(async () => {
    shop = await seedShop(engine);
  }, 120_000);
  afterAll(() => shop?.close());

  it('gets every stored value with the export', async () => {
    const stored = await findSeeded(shop.site.db, needles);
    // Each value must be stored somewhere, and each location must be listed, or the test would prove nothing.
    const storedValues = new Set([...stored.values()].flatMap((values) => [...values]));
    expect(needles.filter((value) => !storedValues.has(value))).toEqual([]);
    const { exporters } = await sourcesOf(shop);
    const parts: string[] = [];
    for (const exporter of Object.values(exporters))
      for (let page = 1; page < 10; page++) {
        const { data, done } = await shop.inContext(() => exporter.callback(PERSON.email, page));
        parts.push(...data.flatMap((item) => item.data.map(({ value }) => String(value).toLowerCase())));
        if (done) break;
      }
    const exported = parts.join('\n');
    expect(needles.filter((value) => !exported.includes(value.toLowerCase()))).toEqual([]);
    for (const column of stored.keys())
      expect([column, treatmentOf(column)?.kind]).toEqual([column, expect.stringMatching(/^(?:erased|stays)$/)]);
  });

  it('leaves no value behind after the erasure but those that the response names with their reason', async () => {
    const { erasers } = await sourcesOf(shop);
    const messages: string[] = [];
    for (const eraser of Object.values(erasers))
      for (let page = 1; page < 10; page++) {
        const result = await shop.inContext(() => eraser.callback(PERSON.email, page));
        messages.push(...result.messages);
        if (result.done) break;
      }
    const unnamed: string[] = [];
    for (const [column, values] of await findSeeded(shop.site.db, needles)) {
      const treatment = treatmentOf(column);
      const isNamed = treatment?.kind === 'stays' && messages.some((message) => treatment.reason.test(message));
      if (!isNamed) unnamed.push(`${column}: ${[...values].join(', ')}`);
    }
    expect(unnamed).toEqual([]);
    // The address book and the account need not be retained.
    expect(await shop.site.db()('users').where({ user_email: PERSON.email })).toEqual([]);
    const mail = join(shop.site.config.dataDir, 'mail');
    const emails = readdirSync(mail).filter((name) =>
      readFileSync(join(mail, name), 'utf8').toLowerCase().includes(PERSON.email),
    );
    expect(emails).toEqual([]);
    await expect(shop.inContext(() => erasers['wordpress-user']?.callback(PERSON.email, 1))).resolves.toMatchObject({
      done: true,
    });
  });
});
