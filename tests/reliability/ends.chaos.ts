import { until } from '../chaos/site-process.js';
import { allEngines } from '../kit/databases.js';
import { ENTRIES } from './entries.js';
import { FAILURES } from './failures.js';
import { cellsOf, type MatrixSite, startMatrixSite } from './matrix-site.js';
import { expected } from './outcome.js';
import { SOUND } from './sound.js';
import { present } from '../kit/present.js';

describe.each(allEngines)('plugin that ends the process, on %s', (engine) => {
  const cells = cellsOf(engine, true);
  let site: MatrixSite;
  beforeAll(async () => {
    site = await startMatrixSite(engine, cells, { WATCHDOG_SECONDS: '2', heap: '400' });
  }, 300_000);
  afterAll(() => site.close());

  it.each(cells.map((cell) => [ENTRIES[cell.entry]?.says, FAILURES[cell.failure]?.says, cell] as const))(
    '%s that %s',
    async (_entry, _failure, { id, failure, entry }) => {
      const should = expected(id, entry, present(ENTRIES[entry]), present(FAILURES[failure]));
      const state = async (): Promise<string | undefined> => (await site.found()).get(id)?.state;
      const began = Date.now();
      if (should.visitor !== '')
        expect(await site.visit({ id, failure, entry })).toMatchObject({ visitor: should.visitor, whole: true });
      await until('it is set aside', async () => (await state()) === should.state, 120_000);
      await until('everybody is served again', () => site.isSound(), 60_000);
      // A machine with other work to do takes longer; then only the order of things is shown.
      process.stdout.write(`${engine} ${id}: back after ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
      const named = (await site.found()).get(id)?.named ?? [];
      // A loop that fills the memory is seen standing still first, when it is given only two seconds.
      expect([...should.named, `${id}: synchronous work`]).toEqual(expect.arrayContaining([...named]));
      expect(named).not.toEqual([]);
      expect(await site.sound()).toMatchObject({ named: SOUND.named, state: SOUND.state });
    },
  );

  it('runs the scheduled events of other plugins afterwards', async () => {
    await until('it is done', async () => (await site.sound()).scheduled, 180_000);
    expect(await site.sound()).toEqual(SOUND);
  });
});
