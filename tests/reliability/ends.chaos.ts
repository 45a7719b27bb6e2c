import { until } from '../chaos/site-process.js';
import { allEngines } from '../kit/databases.js';
import { ENTRIES } from './entries.js';
import { FAILURES } from './failures.js';
import { cellsOf, type MatrixSite, startMatrixSite } from './matrix-site.js';
import { expected } from './outcome.js';
import { HEALTHY } from './healthy-plugin.js';
import { assertDefined } from '../kit/assert-defined.js';

describe.each(allEngines)('plugins that end the process on %s', (engine) => {
  const cells = cellsOf(engine, true);
  let site: MatrixSite;
  beforeAll(async () => {
    site = await startMatrixSite(engine, cells, { WATCHDOG_SECONDS: '2', heap: '400' });
  }, 300_000);
  afterAll(() => site.close());

  it.each(cells.map((cell) => [ENTRIES[cell.entry]?.title, FAILURES[cell.failure]?.title, cell] as const))(
    'pauses the plugin and recovers when the %s %s',
    async (_entry, _failure, { id, failure, entry }) => {
      const should = expected(id, entry, assertDefined(ENTRIES[entry]), assertDefined(FAILURES[failure]));
      const state = async (): Promise<string | undefined> => (await site.found()).get(id)?.state;
      const began = Date.now();
      if (should.visitor !== '')
        expect(await site.visit({ id, failure, entry })).toMatchObject({ visitor: should.visitor, whole: true });
      await until('the plugin is paused', async () => (await state()) === should.state, 120_000);
      await until('the site responds again', () => site.isHealthy(), 60_000);
      // Only printed, because a busy machine takes longer.
      process.stdout.write(`${engine} ${id}: back after ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
      const named = (await site.found()).get(id)?.named ?? [];
      // With a watchdog timeout of two seconds, a loop that fills the memory may be reported as blocking first.
      expect([...should.named, `${id}: synchronous work`]).toEqual(expect.arrayContaining([...named]));
      expect(named).not.toEqual([]);
      expect(await site.healthyPlugin()).toMatchObject({ named: HEALTHY.named, state: HEALTHY.state });
    },
  );

  it('runs the scheduled events of other plugins afterwards', async () => {
    await until('the scheduled work is done', async () => (await site.healthyPlugin()).scheduled, 180_000);
    expect(await site.healthyPlugin()).toEqual(HEALTHY);
  });
});
