import type { HookError } from '../../core/hooks/index.js';
import { anyHooks } from '../kit/any-hooks.js';

const fails = (): void => {
  throw new Error('broken');
};

describe('listing hooks', () => {
  it('returns callbacks in execution order with owner, priority and accepted arguments', () => {
    const hooks = anyHooks();
    const [early, late, ownerless] = [() => 1, () => 2, () => 3];
    hooks.add('saved', late, 20, 3, 'shop');
    hooks.add('saved', early, 5, 1, 'shop');
    hooks.addAction('saved', ownerless);
    expect(hooks.listeners('saved')).toEqual([
      { priority: 5, owner: 'shop', acceptedArgs: 1, callback: early },
      { priority: 10, owner: '', acceptedArgs: 1, callback: ownerless },
      { priority: 20, owner: 'shop', acceptedArgs: 3, callback: late },
    ]);
    expect(hooks.listeners('never')).toEqual([]);
  });

  it('returns the sorted names of hooks that have callbacks', () => {
    const hooks = anyHooks();
    void hooks.doAction('fired');
    hooks.addAction('saved', fails);
    hooks.addFilter('title', fails);
    hooks.addAction('opened', fails);
    hooks.removeAction('saved', fails);
    expect(hooks.names()).toEqual(['opened', 'title']);
  });

  it('returns declarations sorted by name, without replaced or undone ones', () => {
    const hooks = anyHooks();
    const declare = (name: string, summary = ''): (() => void) =>
      hooks.declarations.declare({ name, kind: 'filter', owner: '', since: '0.1.0', summary, args: [] });
    const first = declare('b', 'first');
    declare('c');
    declare('a');
    declare('b', 'second');
    expect(hooks.declarations.all().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    // Removing the first declaration does not remove the second.
    first();
    expect(hooks.declarations.get('b')).toMatchObject({ summary: 'second' });
    expect(hooks.declarations.get('d')).toBeUndefined();
  });
});

describe('hook declaration', () => {
  it('validates the hook’s return values until it is undone', () => {
    const errors: HookError[] = [];
    const hooks = anyHooks({ onError: (error) => void errors.push(error) });
    hooks.add('size', () => 'large', 10, 1, 'shop');
    const undo = hooks.declarations.declare({
      name: 'size',
      kind: 'filter',
      owner: '',
      since: '0.1.0',
      summary: '',
      args: [],
      check: (value) => value === 'small',
    });
    expect(hooks.applyFilters('size', 'small')).toBe('small');
    expect(errors).toMatchObject([
      { error: { code: 'hook_invalid_return_type', hint: expect.stringContaining('format described') as string } },
    ]);
    undo();
    expect(hooks.declarations.get('size')).toBeUndefined();
    expect(hooks.applyFilters('size', 'small')).toBe('large');
  });

  it('allows return types beyond the type of the filtered value', () => {
    const hooks = anyHooks();
    hooks.add('size', () => 5, 10, 1, 'shop');
    hooks.declarations.declare({
      name: 'size',
      kind: 'filter',
      owner: '',
      since: '0.1.0',
      summary: '',
      args: [],
      check: () => true,
    });
    expect(hooks.applyFilters('size', 'small')).toBe(5);
  });
});

describe('hook error', () => {
  const errorOf = (callback: () => unknown, sync = false): unknown => {
    const errors: HookError[] = [];
    const hooks = anyHooks({ onError: (error) => void errors.push(error) });
    hooks.add('title', callback, 10, 1, 'shop');
    void (sync ? hooks.applyFiltersSync('title', 'Hello') : hooks.applyFilters('title', 'Hello'));
    return errors[0]?.error;
  };

  it.each<[string, () => unknown, boolean, RegExp]>([
    ['nothing', () => undefined, false, /"return" may be missing/],
    ['something else', () => 42, false, /format described/],
    ['a promise in a synchronous filter', () => Promise.reject(new Error('nobody hears this')), true, /synchronous/],
  ])('names the hook and the remedy when a callback returns %s', async (_case, callback, sync, hint) => {
    expect(errorOf(callback, sync)).toMatchObject({
      message: expect.stringContaining('"title"') as string,
      hint: expect.stringMatching(hint) as string,
    });
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('callback arguments', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('include at most the accepted number of the passed arguments: %i', (acceptedArgs) => {
    const hooks = anyHooks();
    const filtered = jest.fn((...args: unknown[]) => args[0] ?? 'a');
    const fired = jest.fn();
    for (const owner of ['', 'shop']) {
      hooks.add('title', filtered, 10, acceptedArgs, owner);
      hooks.add('saved', fired, 10, acceptedArgs, owner);
      void hooks.applyFilters('title', 'a', 'b', 'c', 'd', 'e');
      void hooks.doAction('saved', 'a', 'b', 'c', 'd', 'e');
      hooks.removeAllFilters('title');
      hooks.removeAllActions('saved');
    }
    const expected = ['a', 'b', 'c', 'd', 'e'].slice(0, acceptedArgs);
    expect(filtered.mock.calls).toEqual([expected, expected]);
    expect(fired.mock.calls).toEqual([expected, expected]);
  });

  it.each([0, 1, 2])('include only the passed argument when the callback accepts %i', (acceptedArgs) => {
    const hooks = anyHooks();
    const filtered = jest.fn((...args: unknown[]) => args[0] ?? 'a');
    const fired = jest.fn();
    hooks.add('title', filtered, 10, acceptedArgs, 'shop');
    hooks.add('saved', fired, 10, acceptedArgs, 'shop');
    expect(hooks.applyFilters('title', 'a')).toBe('a');
    void hooks.doAction('saved', 'a');
    expect(filtered.mock.calls).toEqual([['a'].slice(0, acceptedArgs)]);
    expect(fired.mock.calls).toEqual([['a'].slice(0, acceptedArgs)]);
  });

  it('come from the passed array of a ref-array hook without changing it', () => {
    const hooks = anyHooks();
    const list = ['a', 'b'];
    const everything: unknown[] = [];
    hooks.addFilter('title', (first: string, second: string) => first + second, 10, 2);
    hooks.addAction('all', (...args: unknown[]) => void everything.push(args));
    expect(hooks.applyFiltersRefArray('title', list)).toBe('ab');
    expect(list).toEqual(['a', 'b']);
    void hooks.doActionRefArray('saved', list);
    void hooks.doActionWithoutTimeout('saved', list);
    expect(everything).toEqual([
      ['title', list],
      ['saved', list],
      ['saved', list],
    ]);
  });
});

describe('callbacks of the “all” hook', () => {
  it('run before each hook’s own callbacks, with all its arguments', () => {
    const hooks = anyHooks();
    const calls: unknown[] = [];
    const watch = (...args: unknown[]): void => void calls.push([hooks.currentFilter(), ...args]);
    hooks.add('all', watch, 10, 1, 'watcher');
    hooks.addFilter('title', (value: string) => (calls.push('title itself'), `${value}!`));
    expect(hooks.applyFilters('title', 'Hello', 1, 2)).toBe('Hello!');
    expect(hooks.applyFiltersSync('unheard', 'kept', 3)).toBe('kept');
    void hooks.doAction('saved', 4);
    void hooks.doAction('saved');
    expect(calls).toEqual([
      ['title', 'title', 'Hello', 1, 2],
      'title itself',
      ['unheard', 'unheard', 'kept', 3],
      ['saved', 'saved', 4],
      ['saved', 'saved'],
    ]);
    expect(hooks.didFilter('title')).toBe(1);
    hooks.removeAction('all', watch);
    expect(hooks.applyFilters('title', 'Hello')).toBe('Hello!');
    expect(calls).toHaveLength(6);
  });

  it('delay the hook until asynchronous ones have finished', async () => {
    const hooks = anyHooks();
    const calls: string[] = [];
    hooks.addAction('all', async (name: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      calls.push(`all of ${name}`);
      return 'ignored';
    });
    hooks.addFilter('title', (value: string) => (calls.push('title'), `${value}!`));
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello!');
    hooks.addFilter('title', async (value: string) => `${value}?`);
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello!?');
    hooks.removeAllFilters('title');
    expect(await hooks.applyFilters('title', 'kept')).toBe('kept');
    expect(await hooks.doAction('saved', 'x')).toBeUndefined();
    expect(calls).toEqual(['all of title', 'title', 'all of title', 'title', 'all of title', 'all of saved']);
  });
});

describe('deprecated hook', () => {
  const deprecations: unknown[] = [];
  const site = (): ReturnType<typeof anyHooks> => {
    deprecations.length = 0;
    return anyHooks({ onDeprecated: (...about) => void deprecations.push(about) });
  };

  it('reports its deprecation only while it has callbacks', async () => {
    const hooks = site();
    expect(hooks.applyFiltersDeprecated('old_title', ['Hello'], '0.2.0', 'title')).toBe('Hello');
    await hooks.doActionDeprecated('old_saved', ['x'], '0.2.0', 'saved');
    expect(deprecations).toEqual([]);
    expect(hooks.didAction('deprecated_hook_run')).toBe(0);
    expect([hooks.didFilter('old_title'), hooks.didAction('old_saved')]).toEqual([0, 0]);
  });

  it('still runs its callbacks and reports since when and its replacement', async () => {
    const hooks = site();
    const hookRuns: unknown[] = [];
    const saved: unknown[] = [];
    hooks.addAction('deprecated_hook_run', (...about: unknown[]) => void hookRuns.push(about), 10, 4);
    hooks.addFilter('old_title', (value: string, end: string) => value + end, 10, 2);
    hooks.addAction('old_saved', (...args: unknown[]) => void saved.push(args), 10, 2);
    expect(hooks.applyFiltersDeprecated('old_title', ['Hello', '!'], '0.2.0', 'title', 'because')).toBe('Hello!');
    await hooks.doActionDeprecated('old_saved', [1, 2], '0.3.0');
    expect(saved).toEqual([[1, 2]]);
    expect(deprecations).toEqual([
      ['old_title', '0.2.0', 'title'],
      ['old_saved', '0.3.0', ''],
    ]);
    expect(hookRuns).toEqual([
      ['old_title', 'title', '0.2.0', 'because'],
      ['old_saved', '', '0.3.0', ''],
    ]);
  });

  it('filters the value when no deprecation handler is set', () => {
    const hooks = anyHooks();
    hooks.addFilter('old_title', (value: string) => `${value}!`);
    expect(hooks.applyFiltersDeprecated('old_title', ['Hello'], '0.2.0')).toBe('Hello!');
  });
});

describe('removed callback', () => {
  it('matches only with the priority it was added with', () => {
    const hooks = anyHooks();
    const callback = (value: string): string => `${value}!`;
    hooks.addFilter('title', callback, 5);
    hooks.addFilter('title', callback, 20);
    expect(hooks.removeFilter('title', callback)).toBe(false);
    expect(hooks.removeFilter('title', callback, 20)).toBe(true);
    expect(hooks.hasFilter('title', callback)).toBe(5);
    expect(hooks.removeFilter('never', callback, 5)).toBe(false);
    expect([
      hooks.hasFilter('never'),
      hooks.hasFilter('never', callback),
      hooks.hasFilter('never', callback, 5),
    ]).toEqual([false, false, false]);
    expect(hooks.hasFilter('title')).toBe(true);
    expect(hooks.removeAllFilters('title', 20)).toBe(true);
    expect(hooks.applyFilters('title', 'Hello')).toBe('Hello!');
    expect(hooks.removeAllFilters('title', 5)).toBe(true);
    expect(hooks.hasFilter('title')).toBe(false);
    expect(hooks.removeAllFilters('never')).toBe(true);
  });

  it('leaves other registrations of the same function in place when undone', () => {
    const hooks = anyHooks();
    const callback = (value: string): string => `${value}!`;
    const undo = hooks.add('title', callback, '7' as unknown as number, 1, 'shop');
    hooks.add('title', callback, 20, 1, 'shop');
    undo();
    expect(hooks.listeners('title')).toMatchObject([{ priority: 20 }]);
    hooks.removeAllFilters('title');
    expect(undo).not.toThrow();
  });
});
