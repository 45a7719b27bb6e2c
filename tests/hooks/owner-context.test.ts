import { currentOwner, runOwned } from '../../core/hooks/index.js';
import { type AnyHooks, anyHooks } from '../kit/any-hooks.js';

/** Who is named at a moment, and for what. */
const named = (): [string | undefined, string | undefined] => [currentOwner()?.owner, currentOwner()?.place];
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('who is named', () => {
  let hooks: AnyHooks;
  let seen: unknown[];
  beforeEach(() => {
    hooks = anyHooks();
    seen = [];
  });
  const note = (value?: unknown): unknown => (seen.push(named()), value);
  /** A callback of its own: the same one would take the place of the one before. */
  const noting = () => (value: unknown) => note(value);

  it("is each plugin in its own callback, the caller in the host's, and nobody afterwards", () => {
    for (const owner of ['one', 'one', '', 'two', '']) hooks.add('title', noting(), 10, 1, owner);
    void hooks.applyFilters('title', 'x');
    expect(seen).toEqual([
      ['one', 'title'],
      ['one', 'title'],
      [undefined, undefined],
      ['two', 'title'],
      [undefined, undefined],
    ]);
    expect(currentOwner()).toBeUndefined();
  });

  it('is who fired the hook, when its callbacks are done', () => {
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
    expect(seen).toEqual([
      ['two', 'inner'],
      ['one', 'outer'],
      ['one', 'outer'],
    ]);
  });

  it('is who fired the hook, also when a callback throws where it protects', () => {
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
    runOwned({ owner: 'caller', place: 'route', frame: undefined }, () => {
      expect(() => hooks.applyFilters('price', 1)).toThrow();
      note();
    });
    expect(seen).toEqual([['caller', 'route']]);
  });

  it('is who fired the hook, while it waits and when it goes on', async () => {
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
    hooks.add('title', noting(), 10, 1, 'one');
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
    hooks.add('title', noting(), 10, 1, '');
    hooks.add('title', noting(), 10, 1, 'two');
    await runOwned({ owner: 'caller', place: 'route', frame: undefined }, async () => {
      const answer = hooks.applyFilters('title', 'x');
      note('while it waits');
      await answer;
      note('afterwards');
    });
    expect(seen).toEqual([
      ['caller', 'route'],
      ['one', 'title'],
      ['one', 'title'],
      ['caller', 'route'],
      ['caller', 'route'],
      ['two', 'title'],
      ['caller', 'route'],
    ]);
  });

  it('is the host, where nobody else fired what its own callback takes its time for', async () => {
    hooks.addFilter('title', async (value: string) => {
      await pause();
      note();
      return value;
    });
    await hooks.applyFilters('title', 'x');
    expect(seen).toEqual([['', 'title']]);
  });

  it('is the plugin of a timer that its callback left behind, in the hook in which it did', async () => {
    hooks.add('outer', () => void hooks.doAction('inner'), 10, 1, 'one');
    hooks.add(
      'inner',
      () => void setImmediate(() => seen.push([...named(), hooks.currentFilter(), hooks.doingAction('outer')])),
      10,
      1,
      'two',
    );
    await hooks.doAction('outer');
    await pause();
    await pause();
    expect(seen).toEqual([['two', 'inner', 'inner', true]]);
  });

  it('is each plugin in its own callback, also behind one that never answers', async () => {
    hooks = anyHooks({ budgetMs: 20 });
    hooks.add('title', async (value: unknown) => (await pause(), value), 10, 1, 'one');
    hooks.add('title', () => new Promise(() => undefined), 10, 1, 'two');
    for (const owner of ['two', '', 'three']) hooks.add('title', noting(), 10, 1, owner);
    await hooks.applyFilters('title', 'x');
    note();
    expect(seen).toEqual([
      ['two', 'title'],
      [undefined, undefined],
      ['three', 'title'],
      [undefined, undefined],
    ]);
  });

  it('is nobody where names are switched off, and faults are contained all the same', () => {
    const faults: string[] = [];
    hooks = anyHooks({ ownerContext: false, onError: ({ owner }) => void faults.push(owner) });
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
    expect(seen).toEqual(Array.from({ length: 5 }, () => [undefined, undefined]));
    expect(faults).toEqual(['two', 'three']);
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

  it('takes its time also where names are switched off', async () => {
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

describe('which hook runs', () => {
  it('is known inside of others, whatever waits', async () => {
    const hooks = anyHooks();
    const seen: unknown[] = [];
    const note = (): void =>
      void seen.push([
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
    expect(seen).toEqual([
      outside,
      ['outer', 'outer', true, false, true, false],
      ['inner', 'inner', true, true, true, false],
      ['inner', 'inner', true, true, true, false],
      ['outer', 'outer', true, false, true, false],
      outside,
    ]);
  });

  it("is none after a host's callback threw, from the next turn on", async () => {
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

  it('goes on with its callbacks although one of the host rejects another run of it', async () => {
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
