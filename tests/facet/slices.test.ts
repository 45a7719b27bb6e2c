import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import { createDictionary } from '../../plugins/facet/engine/dictionary';
import { prepareRecord } from '../../plugins/facet/engine/prepared-record';
import { createSegmentBuilder } from '../../plugins/facet/engine/segment-builder';
import type { FacetRecord } from '../../plugins/facet/engine/types';
import {
  runSync,
  createScheduler,
  runInSlices,
  sortNumbers,
  upTo,
  type InterruptibleWork,
} from '../../plugins/facet/engine/work';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

function steps(work: InterruptibleWork<unknown>): number {
  for (let count = 0; ; count++) if (work.next().done === true) return count;
}

async function* inBatches(records: readonly FacetRecord[]): AsyncGenerator<readonly FacetRecord[]> {
  for (let offset = 0; offset < records.length; offset += 250) yield records.slice(offset, offset + 250);
}

describe('index build in slices', () => {
  it('pauses in proportion to the number of products', () => {
    const stepsOf = (count: number): number => {
      const dictionary = createDictionary();
      const builder = createSegmentBuilder(dictionary, textSearch);
      for (const record of randomRecords(count, 3)) builder.add(prepareRecord(record, dictionary, textSearch));
      return steps(builder.finish());
    };
    const [small, large] = [stepsOf(2000), stepsOf(8000)];
    expect(large).toBeGreaterThan(3 * small);
    expect(large).toBeGreaterThan(8000 / 100);
  });

  it('lets the event loop run meanwhile', async () => {
    const records = randomRecords(12_000, 5);
    let ticks = 0;
    let isRunning = true;
    const count = (): void => {
      ticks++;
      if (isRunning) setImmediate(count);
    };
    setImmediate(count);
    const engine = createMemoryEngine({ texts: textSearch });
    await engine.build(inBatches(records));
    isRunning = false;
    expect(ticks).toBeGreaterThan(5);
    expect(engine.stats().products).toBe(12_000);
  });

  it('responds from the old state until the new one is complete', async () => {
    const engine = createMemoryEngine({ texts: textSearch });
    await engine.build(inBatches(randomRecords(100, 1)));
    const building = engine.build(inBatches(randomRecords(9000, 2)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.stats().products).toBe(100);
    await building;
    expect(engine.stats().products).toBe(9000);
  });

  it('stops at the next pause when aborted and keeps the old state', async () => {
    const engine = createMemoryEngine({ texts: textSearch });
    await engine.build(inBatches(randomRecords(100, 1)));
    const stop = new AbortController();
    const building = engine.build(inBatches(randomRecords(9000, 2)), stop.signal);
    stop.abort(new Error('the site stops'));
    await expect(building).rejects.toThrow('the site stops');
    expect(engine.stats().products).toBe(100);
  });
});

describe('sorting in slices', () => {
  it.each([0, 1, 1024, 1025, 5000, 40_000])('sorts %d items like a stable sort', (count) => {
    const keys = randomRecords(count, 7).map(({ order }) => order.position);
    const compare = (a: number, b: number): number => assertDefined(keys[a]) - assertDefined(keys[b]);
    expect([...runSync(sortNumbers(upTo(count), compare))]).toEqual([...upTo(count)].sort(compare));
  });

  it('continues after a pause where it stopped', async () => {
    const items = Uint32Array.from({ length: 3000 }, (_, i) => (i * 7919) % 3000);
    const scheduler = { isDue: () => true, pause: createScheduler().pause };
    expect(
      await runInSlices(
        sortNumbers(items, (a, b) => a - b),
        scheduler,
      ),
    ).toEqual(upTo(3000));
  });
});
