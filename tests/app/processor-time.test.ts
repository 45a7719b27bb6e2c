import { type ProcessorTime, watchProcessorTime, type ProcessorWatch } from '../../core/process/processor-time.js';

describe('detection of a CPU-starved process', () => {
  let time: ProcessorTime | undefined;
  let watch: ProcessorWatch;
  const advance = (ran: number, waitedMs: number): void => {
    time = { ran: (time?.ran ?? 0) + ran, waited: (time?.waited ?? 0) + waitedMs };
  };

  beforeEach(() => {
    time = { ran: 50_000, waited: 90_000 };
    watch = watchProcessorTime(() => time);
  });
  afterEach(() => watch.stop());

  it('reports starvation when the process waits nearly as long as it runs', () => {
    advance(3000, 2900);
    expect(watch.isStarved()).toBe(true);
  });

  it('ignores earlier waiting, short waits and its own CPU work', () => {
    expect(watch.isStarved()).toBe(false);
    advance(100, 400);
    expect(watch.isStarved()).toBe(false);
    advance(5000, 700);
    expect(watch.isStarved()).toBe(false);
  });

  it('reports no starvation once the CPU is available again', () => {
    advance(1000, 6000);
    expect(watch.isStarved()).toBe(true);
    for (let check = 0; check < 4; check++) watch.sample();
    advance(1000, 10);
    expect(watch.isStarved()).toBe(false);
  });

  it('reports no starvation where the system gives no CPU times', () => {
    time = undefined;
    const blind = watchProcessorTime(() => time);
    expect(blind.isStarved()).toBe(false);
    blind.stop();
  });
});
