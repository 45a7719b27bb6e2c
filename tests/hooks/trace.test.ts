import { anyHooks } from '../kit/any-hooks.js';

describe('hook trace timing', () => {
  /** A clock controlled by the tests. */
  let clock = 0;
  beforeEach(() => {
    clock = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
  });
  afterEach(() => jest.restoreAllMocks());

  const takes =
    (ms: number) =>
    (value: unknown): unknown => {
      clock += ms;
      return value;
    };

  it('measures the first run, then every sixteenth, and extrapolates the total', () => {
    const hooks = anyHooks();
    let ms = 2;
    hooks.add('title', (value: unknown) => takes(ms)(value), 10, 1, 'shop');
    void hooks.applyFilters('title', 'a');
    expect(hooks.trace.report()).toMatchObject([{ hook: 'title', owner: 'shop', runs: 1, ms: 32, maxMs: 2 }]);
    ms = 7;
    for (let i = 0; i < 15; i++) void hooks.applyFilters('title', 'a');
    expect(hooks.trace.report()).toMatchObject([{ runs: 16, ms: 32, maxMs: 2 }]);
    ms = 1;
    void hooks.applyFilters('title', 'a');
    expect(hooks.trace.report()).toMatchObject([{ runs: 17, ms: 48, maxMs: 2 }]);
  });

  it('lists the slowest plugins first and omits those that did not run', () => {
    const hooks = anyHooks();
    hooks.add('title', takes(1), 10, 1, 'quick');
    hooks.add('title', takes(9), 10, 1, 'slow');
    hooks.add('saved', takes(4), 10, 1, 'middling');
    hooks.add('never', takes(4), 10, 1, 'idle');
    void hooks.applyFilters('title', 'a');
    void hooks.doAction('saved');
    expect(hooks.trace.report().map(({ owner, ms }) => [owner, ms])).toEqual([
      ['slow', 144],
      ['middling', 64],
      ['quick', 16],
    ]);
  });

  it('counts consecutive callbacks of one plugin as one run', () => {
    const hooks = anyHooks();
    for (const owner of ['a', 'a', 'b', 'a', '', 'a']) hooks.add('title', takes(1), 10, 1, owner);
    hooks.add('title', takes(1), 20, 1, 'a');
    void hooks.applyFilters('title', 'x');
    expect(
      hooks.trace
        .report()
        .map(({ owner, runs }) => [owner, runs])
        .sort(),
    ).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });

  it('starts over after a reset with the same callbacks', () => {
    const hooks = anyHooks();
    hooks.add('title', takes(3), 10, 1, 'shop');
    void hooks.applyFilters('title', 'x');
    hooks.trace.reset();
    expect(hooks.trace.report()).toEqual([]);
    void hooks.applyFilters('title', 'x');
    expect(hooks.trace.report()).toMatchObject([{ owner: 'shop', runs: 1, ms: 48, maxMs: 3 }]);
  });

  it('includes the time awaited for asynchronous callbacks', async () => {
    const hooks = anyHooks();
    hooks.add(
      'title',
      async (value: string) => {
        await Promise.resolve();
        clock += 5;
        return value;
      },
      10,
      1,
      'shop',
    );
    hooks.add('title', takes(2), 10, 1, 'other');
    await hooks.applyFilters('title', 'x');
    expect(hooks.trace.report()).toMatchObject([
      { owner: 'shop', ms: 80, maxMs: 5 },
      { owner: 'other', ms: 32, maxMs: 2 },
    ]);
  });
});
