import { PlinthError } from '../../core/api/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import type { EntryBreaker } from '../../core/plugins/isolation/breakers.js';
import { createPluginErrors, type PluginErrors } from '../../core/plugins/isolation/plugin-errors.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';

const MINUTE = 60_000;

describe.each(allEngines)('plugin error records on %s', (engine) => {
  let scratch: ScratchDatabase;
  let time: number;
  let logEntries: { level: 'error' | 'warn'; fields: object; message: string }[];
  let opened: unknown[];
  let pluginErrors: PluginErrors;
  beforeAll(async () => {
    scratch = await withTables(engine, 'core', coreMigrations);
  });
  afterAll(() => scratch.drop());
  beforeEach(async () => {
    await scratch.db()('plugin_errors').delete();
    [time, logEntries, opened] = [Date.UTC(2028, 1, 29, 23, 55), [], []];
    pluginErrors = createPluginErrors({
      db: scratch.db,
      log: {
        error: (fields, message) => logEntries.push({ level: 'error', fields, message }),
        warn: (fields, message) => logEntries.push({ level: 'warn', fields, message }),
      },
      onErrorLimit: () => undefined,
      onOpen: ({ plugin, entry, message }, until) => opened.push({ plugin, entry, message, until }),
      now: () => time,
    });
  });
  afterEach(() => pluginErrors.flush());

  /** Records errors of an entry point that is called repeatedly, as its callers do. */
  function failing(
    plugin: string,
    entry: string,
    times: number,
    error: unknown = new Error('broken'),
  ): EntryBreaker | undefined {
    let breaker: EntryBreaker | undefined;
    for (let i = 0; i < times; i++) breaker = pluginErrors.record(plugin, entry, error, breaker) ?? breaker;
    return breaker;
  }
  const listed = async (plugin?: string): Promise<unknown[]> => {
    await pluginErrors.flush();
    return (await pluginErrors.list(plugin)).map(({ plugin: id, entry, count, open_until: until }) => [
      id,
      entry,
      count,
      until,
    ]);
  };
  const openNow = async (): Promise<string[]> => {
    await pluginErrors.flush();
    return (await pluginErrors.open()).map(({ plugin, entry }) => `${plugin} ${entry}`);
  };

  it('store entry, code, message and stack once per error with a count', async () => {
    const error = new PlinthError('shop_broken', 'The shop is broken.');
    const breaker = pluginErrors.record('shop', 'hook x', error);
    time += 2 * MINUTE;
    error.stack = 'PlinthError: The shop is broken.\n    at later (shop/index.js:1:1)';
    pluginErrors.record('shop', 'hook x', error, breaker);
    pluginErrors.record('shop', 'hook x', 'oops', breaker);
    await pluginErrors.flush();
    const rows = await pluginErrors.list('shop');
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          id: expect.any(Number) as number,
          plugin: 'shop',
          entry: 'hook x',
          code: 'shop_broken',
          message: 'The shop is broken.',
          stack: error.stack,
          count: 2,
          first_at: '2028-02-29 23:55:00',
          last_at: '2028-02-29 23:57:00',
          open_until: expect.anything() as string,
        },
        expect.objectContaining({ code: 'plugin_threw', message: 'oops', stack: '', count: 1 }),
      ]),
    );
  });

  it.each([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an object without a message', { reason: 1 }, '[object Object]'],
    ['an object with a message that is no text', { message: 5 }, '[object Object]'],
    ['an object with a message', { message: 'in words' }, 'in words'],
  ])('store an error when the plugin threw %s', async (_name, thrown, message) => {
    pluginErrors.record('shop', 'hook x', thrown);
    await pluginErrors.flush();
    expect(await pluginErrors.list()).toMatchObject([{ code: 'plugin_threw', message, stack: '' }]);
  });

  it('list the newest first, for all plugins or one, up to 200', async () => {
    for (const [plugin, entry] of [
      ['a', 'hook 1'],
      ['b', 'hook 2'],
      ['a', 'hook 3'],
    ] as const) {
      pluginErrors.record(plugin, entry, new Error('broken'));
      time += MINUTE;
    }
    expect(await listed()).toEqual([
      ['a', 'hook 3', 1, null],
      ['b', 'hook 2', 1, null],
      ['a', 'hook 1', 1, null],
    ]);
    expect(await listed('b')).toEqual([['b', 'hook 2', 1, null]]);
    for (let i = 0; i < 210; i++) pluginErrors.record('b', `hook of ${i}`, new Error('broken'));
    expect(await listed()).toHaveLength(200);
  });

  it('survive a rollback of the transaction in which the error happened', async () => {
    await scratch.db
      .transaction(async () => {
        pluginErrors.record('shop', 'hook x', new Error('broken'));
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await listed()).toEqual([['shop', 'hook x', 1, null]]);
  });

  it('write a log entry with plugin, entry, code and stack', () => {
    pluginErrors.record('shop', 'hook x', new PlinthError('shop_broken', 'The shop is broken.'));
    expect(logEntries).toEqual([
      {
        level: 'error',
        fields: {
          plugin: 'shop',
          entry: 'hook x',
          code: 'shop_broken',
          stack: expect.stringContaining('error-records.test') as string,
        },
        message: 'plugin error: The shop is broken.',
      },
    ]);
  });

  it('exclude outages, refusals and host errors, which are only logged', async () => {
    const [outage, refusal] = [
      new PlinthError('db_unreachable', 'The database is gone.', { kind: 'outage' }),
      new PlinthError('wrong_input', 'No such size.', { status: 400 }),
    ];
    expect([
      pluginErrors.record('shop', 'hook x', outage),
      pluginErrors.record('shop', 'hook x', refusal),
      pluginErrors.record('', 'hook x', new Error('broken')),
    ]).toEqual([undefined, undefined, undefined]);
    expect(logEntries).toEqual([
      {
        level: 'warn',
        fields: { plugin: 'shop', entry: 'hook x', kind: 'outage', error: 'The database is gone.' },
        message: 'a plugin call failed for a reason outside the plugin',
      },
      {
        level: 'warn',
        fields: { plugin: 'shop', entry: 'hook x', kind: 'refusal', error: 'No such size.' },
        message: 'a plugin call failed for a reason outside the plugin',
      },
      { level: 'error', fields: { entry: 'hook x', error: 'broken' }, message: 'a host callback failed' },
    ]);
    expect(await listed()).toEqual([]);
  });

  it('notify the owner once when a circuit breaker opens', async () => {
    const breaker = failing('shop', 'hook x', 3);
    expect(opened).toEqual([{ plugin: 'shop', entry: 'hook x', message: 'broken', until: time + MINUTE }]);
    pluginErrors.record('shop', 'hook x', new Error('broken'), breaker);
    expect(opened).toHaveLength(1);
    expect(logEntries.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        fields: { plugin: 'shop', entry: 'hook x' },
        message: 'an entry failed 3 times; its circuit breaker is open until 2028-02-29 23:56:00 UTC',
      },
    ]);
    expect(await listed()).toEqual([['shop', 'hook x', 4, '2028-02-29 23:56:00']]);
    breaker?.recordSuccess();
    expect(logEntries.at(-1)).toEqual({
      level: 'warn',
      fields: { plugin: 'shop', entry: 'hook x' },
      message: 'an entry recovered',
    });
    expect(await listed()).toEqual([['shop', 'hook x', 4, null]]);
  });

  it('list open circuit breakers by plugin while they are open', async () => {
    failing('z', 'hook x', 3);
    failing('a', 'hook x', 3);
    failing('a', 'hook y', 2);
    expect(await openNow()).toEqual(['a hook x', 'z hook x']);
    expect((await pluginErrors.open())[0]).toEqual({
      plugin: 'a',
      entry: 'hook x',
      message: 'broken',
      open_until: '2028-02-29 23:56:00',
    });
    time += MINUTE - 1000;
    expect(await openNow()).toEqual(['a hook x', 'z hook x']);
    time += 1000;
    expect(await openNow()).toEqual([]);
  });

  it('stay listed when a single entry is retried', async () => {
    const [retried, other] = [failing('shop', 'hook x', 3), failing('shop', 'hook y', 3)];
    await pluginErrors.closeBreaker('shop', 'hook x');
    expect([retried?.allows(), other?.allows()]).toEqual([true, false]);
    expect(await openNow()).toEqual(['shop hook y']);
    expect(await listed()).toHaveLength(2);
  });

  it('show a retried entry as closed even after the recording process ended', async () => {
    failing('shop', 'hook x', 3);
    failing('shop', 'hook y', 3);
    await pluginErrors.flush();
    const next = createPluginErrors({
      db: scratch.db,
      log: { error: () => undefined, warn: () => undefined },
      onErrorLimit: () => undefined,
      now: () => time,
    });
    await next.closeBreaker('shop', 'hook x');
    expect(await openNow()).toEqual(['shop hook y']);
  });

  it('can be cleared for one entry or one plugin only', async () => {
    const [cleared, second, other] = [
      failing('shop', 'hook x', 3),
      failing('shop', 'hook y', 3),
      failing('other', 'hook x', 3),
    ];
    await pluginErrors.clear('shop', 'hook x');
    expect([cleared?.allows(), second?.allows(), other?.allows()]).toEqual([true, false, false]);
    expect((await listed()).length).toBe(2);
    await pluginErrors.clear('shop');
    expect([second?.allows(), other?.allows()]).toEqual([true, false]);
    expect(await listed()).toMatchObject([['other', 'hook x', 3, '2028-02-29 23:56:00']]);
  });

  it('fit truncated values into their columns, and truncated entries can be retried', async () => {
    const longEntry = `hook ${'x'.repeat(300)}`;
    const breaker = failing(
      'shop',
      longEntry,
      3,
      Object.assign(new Error('y'.repeat(5000)), { stack: 'z'.repeat(9000) }),
    );
    await pluginErrors.flush();
    const [row] = await pluginErrors.list();
    expect([row?.entry, row?.message, row?.stack.length]).toEqual([longEntry.slice(0, 190), 'y'.repeat(190), 4000]);
    expect(row?.open_until).toBe('2028-02-29 23:56:00');
    await pluginErrors.closeBreaker('shop', row?.entry ?? '');
    expect([breaker?.allows(), await openNow()]).toEqual([true, []]);
  });

  it('only log a failure to store an error and store the next one', async () => {
    await scratch.db().schema.renameTable('plugin_errors', 'elsewhere');
    pluginErrors.record('shop', 'hook x', new Error('broken'));
    await pluginErrors.flush();
    await scratch.db().schema.renameTable('elsewhere', 'plugin_errors');
    expect(logEntries.at(-1)).toMatchObject({
      level: 'error',
      fields: { plugin: 'shop', cause: { message: expect.stringMatching(/plugin_errors/) as string } },
      message: 'a plugin error could not be stored',
    });
    pluginErrors.record('shop', 'hook x', new Error('broken'));
    expect(await listed()).toEqual([['shop', 'hook x', 1, null]]);
  });
});
