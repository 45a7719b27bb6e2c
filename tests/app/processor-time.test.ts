import { type ProcessorTime, watchProcessorTime, type ProcessorWatch } from '../../core/process/processor-time.js';

describe('a process that others keep from the processor', () => {
  let time: ProcessorTime | undefined;
  let watch: ProcessorWatch;
  const goOn = (ran: number, waited: number): void => {
    time = { ran: (time?.ran ?? 0) + ran, waited: (time?.waited ?? 0) + waited };
  };

  beforeEach(() => {
    time = { ran: 50_000, waited: 90_000 };
    watch = watchProcessorTime(() => time);
  });
  afterEach(() => watch.stop());

  it('is starved when it waits half as long as it runs', () => {
    goOn(3000, 2900);
    expect(watch.isStarved()).toBe(true);
  });

  it('is not starved by what lies before the last seconds, by short waits, or by work of its own', () => {
    expect(watch.isStarved()).toBe(false);
    goOn(100, 400);
    expect(watch.isStarved()).toBe(false);
    goOn(5000, 700);
    expect(watch.isStarved()).toBe(false);
  });

  it('is judged anew when the others are gone', () => {
    goOn(1000, 6000);
    expect(watch.isStarved()).toBe(true);
    for (let look = 0; look < 4; look++) watch.look();
    goOn(1000, 10);
    expect(watch.isStarved()).toBe(false);
  });

  it('is never held to be starved where the system does not tell', () => {
    time = undefined;
    const blind = watchProcessorTime(() => time);
    expect(blind.isStarved()).toBe(false);
    blind.stop();
  });
});
