import { currentOwner, runOwned } from '../../core/hooks/index.js';
import { type AnyHooks, anyHooks } from '../kit/any-hooks.js';

/** The current owner and entry point. */
const named = (): [string | undefined, string | undefined] => [currentOwner()?.owner, currentOwner()?.entryPoint];
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('owner context', () => {
  let hooks: AnyHooks;
  let records: unknown[];
  beforeEach(() => {
    hooks = anyHooks();
    records = [];
  });
  const note = (value?: unknown): unknown => (records.push(named()), value);
  /** A new function each time: adding the same one again would replace it. */
  const createCallback = () => (value: unknown) => note(value);

  it('names each plugin in its own callback and none afterwards', () => {
    for (const owner of ['one', 'one', '', 'two', '']) hooks.add('title', createCallback(), 10, 1, owner);
    void hooks.applyFilters('title', 'x');
    expect(records).toEqual([
      ['one', 'title'],
      ['one', 'title'],
      [undefined, undefined],
      ['two', 'title'],
      [undefined, undefined],
    ]);
    expect(currentOwner()).toBeUndefined();
  });

  it('returns to the plugin that fired the hook once its callbacks finish', () => {
    hooks.add('inner', note, 10, 1, 'two');
    hooks.add('inner', note, 20, 1, '');
    hooks.add(
      'outer',
      () => {
        void hooks.doAction('inner');
        note();
      },
      10,
      1,
      'one',
    );
    void hooks.doAction('outer');
    expect(records).toEqual([
      ['two', 'inner'],
      ['one', 'outer'],
      ['one', 'outer'],
    ]);
  });

  it('returns to the firing plugin when a protected hook throws', () => {
    hooks.declarations.declare({
      name: 'price',
      kind: 'filter',
      owner: '',
      since: '0.1.0',
      summary: '',
      args: [],
      failClosed: true,
    });
    hooks.add(
      'price',
      () => {
        throw new Error('broken');
      },
      10,
      1,
      'two',
    );
    runOwned({ owner: 'caller', entryPoint: 'route', frame: undefined }, () => {
      expect(() => hooks.applyFilters('price', 1)).toThrow();
      note();
    });
    expect(records).toEqual([['caller', 'route']]);
  });

  it('returns to the firing plugin while an asynchronous hook waits and afterwards', async () => {
    hooks.add(
      'title',
      async (value: string) => {
        await pause();
        note();
        return value;
      },
      10,
      1,
      'one',
    );
    hooks.add('title', createCallback(), 10, 1, 'one');
    hooks.add(
      'title',
      async (value: string) => {
        await pause();
        note();
        return value;
      },
      10,
      1,
      '',
    );
    hooks.add('title', createCallback(), 10, 1, '');
    hooks.add('title', createCallback(), 10, 1, 'two');
    await runOwned({ owner: 'caller', entryPoint: 'route', frame: undefined }, async () => {
      const pending = hooks.applyFilters('title', 'x');
      note('while it waits');
      await pending;
      note('afterwards');
    });
    expect(records).toEqual([
      ['caller', 'route'],
      ['one', 'title'],
      ['one', 'title'],
      ['caller', 'route'],
      ['caller', 'route'],
      ['two', 'title'],
      ['caller', 'route'],
    ]);
  });

  it('names the host for its own asynchronous callback without a calling plugin', async () => {
    hooks.addFilter('title', async (value: string) => {
      await pause();
      note();
      return value;
    });
    await hooks.applyFilters('title', 'x');
    expect(records).toEqual([['', 'title']]);
  });

  it('names the plugin and hook of a timer that a callback started', async () => {
    hooks.add('outer', () => void hooks.doAction('inner'), 10, 1, 'one');
    hooks.add(
      'inner',
      () => void setImmediate(() => records.push([...named(), hooks.currentFilter(), hooks.doingAction('outer')])),
      10,
      1,
      'two',
    );
    await hooks.doAction('outer');
    await pause();
    await pause();
    expect(records).toEqual([['two', 'inner', 'inner', true]]);
  });

  it('names each plugin in its callback after another callback timed out', async () => {
    hooks = anyHooks({ timeoutMs: 20 });
    hooks.add('title', async (value: unknown) => (await pause(), value), 10, 1, 'one');
    hooks.add('title', () => new Promise(() => undefined), 10, 1, 'two');
    for (const owner of ['two', '', 'three']) hooks.add('title', createCallback(), 10, 1, owner);
    await hooks.applyFilters('title', 'x');
    note();
    expect(records).toEqual([
      ['two', 'title'],
      [undefined, undefined],
      ['three', 'title'],
      [undefined, undefined],
    ]);
  });

  it('stays empty when disabled, while plugin errors are still contained', () => {
    const failedOwners: string[] = [];
    hooks = anyHooks({ ownerContext: false, onError: ({ owner }) => void failedOwners.push(owner) });
    hooks.add('title', (value: string) => (note(), `${value}1`), 10, 1, 'one');
    hooks.add(
      'title',
      () => {
        throw new Error('broken');
      },
      10,
      1,
      'two',
    );
    hooks.add('title', (value: string) => (note(), `${value}2`), 10, 1, '');
    hooks.add('title', (value: string) => (note(), `${value}3`), 10, 1, 'one');
    expect(hooks.applyFilters('title', '')).toBe('123');
    hooks.add(
      'saved',
      () => {
        throw new Error('broken');
      },
      10,
      1,
      'three',
    );
    hooks.add('saved', () => void note(), 10, 1, 'one');
    hooks.add('saved', () => void note(), 10, 1, '');
    void hooks.doAction('saved');
    expect(records).toEqual(Array.from({ length: 5 }, () => [undefined, undefined]));
    expect(failedOwners).toEqual(['two', 'three']);
    expect(hooks.trace.report()).toEqual([]);
    hooks.addFilter(
      'title',
      () => {
        throw new Error('mine');
      },
      30,
    );
    expect(() => hooks.applyFilters('title', '')).toThrow('mine');
  });

  it('awaits asynchronous callbacks in order when disabled', async () => {
    hooks = anyHooks({ ownerContext: false });
    hooks.add(
      'title',
      async (value: string) => {
        await pause();
        return `${value}1`;
      },
      10,
      1,
      'one',
    );
    hooks.add('title', (value: string) => `${value}2`, 10, 1, 'two');
    hooks.add('title', async (value: string) => `${value}3`, 10, 1, '');
    expect(await hooks.applyFilters('title', '')).toBe('123');
    expect(hooks.currentFilter()).toBe(false);
  });
});

describe('current hook', () => {
  it('stays correct across nested and asynchronous hooks', async () => {
    const hooks = anyHooks();
    const records: unknown[] = [];
    const note = (): void =>
      void records.push([
        hooks.currentFilter(),
        hooks.currentAction(),
        hooks.doingFilter('outer'),
        hooks.doingAction('inner'),
        hooks.doingFilter(),
        hooks.doingAction('never'),
      ]);
    hooks.add(
      'outer',
      async () => {
        note();
        await hooks.doAction('inner');
        note();
      },
      10,
      1,
      'one',
    );
    hooks.add(
      'inner',
      async () => {
        await pause();
        note();
      },
      10,
      1,
      '',
    );
    hooks.add('inner', note, 10, 1, '');
    note();
    await hooks.doAction('outer');
    note();
    const outside = [false, false, false, false, false, false];
    expect(records).toEqual([
      outside,
      ['outer', 'outer', true, false, true, false],
      ['inner', 'inner', true, true, true, false],
      ['inner', 'inner', true, true, true, false],
      ['outer', 'outer', true, false, true, false],
      outside,
    ]);
  });

  it('resets one microtask after a host callback throws', async () => {
    const hooks = anyHooks();
    hooks.addAction('saved', () => {
      throw new Error('mine');
    });
    expect(() => hooks.doAction('saved')).toThrow('mine');
    expect(hooks.currentAction()).toBe('saved');
    await Promise.resolve();
    expect(hooks.currentAction()).toBe(false);
    hooks.addAction('later', async () => {
      await pause();
      throw new Error('mine later');
    });
    await expect(hooks.doAction('later')).rejects.toThrow('mine later');
    expect(hooks.currentAction()).toBe(false);
  });

  it('continues with later callbacks after a host callback rejected an earlier run', async () => {
    const hooks = anyHooks();
    let fail = true;
    hooks.addFilter('title', async (value: string) => {
      await pause();
      if (fail) throw new Error('mine');
      return `${value}!`;
    });
    await expect(hooks.applyFilters('title', 'a')).rejects.toThrow('mine');
    fail = false;
    expect(await hooks.applyFilters('title', 'a')).toBe('a!');
  });
});
