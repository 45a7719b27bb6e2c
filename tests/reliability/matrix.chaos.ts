import { until } from '../chaos/site-process.js';
import { defaultEngines } from '../kit/databases.js';
import { ENTRIES } from './entries.js';
import { FAILURES } from './failures.js';
import { type Cell, cellsOf, type MatrixSite, startMatrixSite, type Visit } from './matrix-site.js';
import { expected, type Outcome } from './outcome.js';
import { HEALTHY, type HealthyPlugin } from './healthy-plugin.js';
import { assertDefined } from '../kit/assert-defined.js';

/** Number of concurrent requests. */
const AT_ONCE = 6;

describe.each(defaultEngines)('failing plugins on %s', (engine) => {
  const cells = cellsOf(engine, false);
  const outcomes = new Map<string, Outcome & Visit>();
  let site: MatrixSite;
  let healthyPlugin: HealthyPlugin;
  let unhealthyCount = 0;

  beforeAll(async () => {
    site = await startMatrixSite(engine, cells);
    const watching = setInterval(
      () => void site.isHealthy().then((isHealthy) => (unhealthyCount += isHealthy ? 0 : 1)),
      500,
    );
    try {
      const visits = await visitAll(cells);
      const due = cells.filter(({ failure }) => FAILURES[failure]?.kind === 'plugin_error').map(({ id }) => id);
      await until(
        'all plugin errors are recorded',
        async () => {
          const found = await site.found();
          return due.every((id) => (found.get(id)?.named.length ?? 0) > 0);
        },
        60_000,
      ).catch(() => undefined);
      await visitUnnamed(visits);
      const found = await site.found();
      for (const { id } of cells) outcomes.set(id, { ...visits.get(id), ...found.get(id) } as Outcome & Visit);
      await until(
        'the scheduled work of the healthy plugin is done',
        async () => (await site.healthyPlugin()).scheduled,
        60_000,
      ).catch(() => undefined);
      healthyPlugin = await site.healthyPlugin();
    } finally {
      clearInterval(watching);
    }
  });
  afterAll(() => site.close());

  /**
   * Repeats timeouts that were not reported: a timeout is not attributed to the plugin while the database or the
   * process is delayed, as on a busy machine.
   */
  async function visitUnnamed(visits: Map<string, Visit>): Promise<void> {
    for (let time = 0; time < 3; time++) {
      const found = await site.found();
      const unnamed = cells.filter(
        ({ id, failure }) =>
          FAILURES[failure]?.long &&
          FAILURES[failure]?.kind === 'plugin_error' &&
          (found.get(id)?.named.length ?? 0) === 0,
      );
      await Promise.all(unnamed.map(async (cell) => visits.set(cell.id, await site.visit(cell))));
    }
  }

  async function visitAll(all: readonly Cell[]): Promise<Map<string, Visit>> {
    const visits = new Map<string, Visit>();
    // Requests that last until the timeout run in parallel with the others.
    const long = all.filter(({ failure }) => FAILURES[failure]?.long);
    const waiting = Promise.all(long.map(async (cell) => visits.set(cell.id, await site.visit(cell))));
    const queue = all.filter((cell) => !long.includes(cell));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let cell = queue.shift(); cell; cell = queue.shift()) visits.set(cell.id, await site.visit(cell));
      }),
    );
    await waiting;
    return visits;
  }

  it.each(
    cells.map(
      ({ id, failure, entry }) => [ENTRIES[entry]?.title, FAILURES[failure]?.title, { id, failure, entry }] as const,
    ),
  )('serves everything else when the %s %s', (_entry, _failure, { id, failure, entry }) => {
    const kind = FAILURES[failure];
    const { log, isHealthy: served, ...outcome } = outcomes.get(id) as Outcome & Visit;
    const { log: expectedLog, ...should } = expected(id, entry, assertDefined(ENTRIES[entry]), assertDefined(kind));
    expect(outcome).toEqual(should);
    // The healthy plugin responds right afterwards, and no error is reported for it.
    expect({ served, ...healthyPlugin }).toEqual({ served: true, ...HEALTHY });
    if (!ENTRIES[entry]?.command) expect(log).toBe(expectedLog);
  });

  it('keeps serving other pages all the time', () => {
    expect(unhealthyCount).toBe(0);
  });
});
