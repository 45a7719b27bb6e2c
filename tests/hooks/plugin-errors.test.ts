import { AsyncLocalStorage } from 'node:async_hooks';
import { PlinthError } from '../../core/api/index.js';
import { currentOwner, type HookError } from '../../core/hooks/index.js';
import { type AnyHooks, anyHooks } from '../kit/any-hooks.js';

const tick = (ms = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('failing plugin callback', () => {
  let errors: HookError[];
  let hooks: AnyHooks;

  beforeEach(() => {
    errors = [];
    hooks = anyHooks({ onError: (pluginError) => void errors.push(pluginError), timeoutMs: 50 });
  });

  it('keeps the previous value and lets the next callbacks run', () => {
    hooks.add(
      'title',
      () => {
        throw new Error('broken');
      },
      10,
      1,
      'rude',
    );
    hooks.add('title', (value: string) => `${value}!`, 20, 1, 'kind');
    expect(hooks.applyFilters('title', 'Hello')).toBe('Hello!');
    expect(errors).toMatchObject([{ owner: 'rude', hook: 'title', error: { message: 'broken' } }]);
  });

  it('keeps the previous value when it rejects asynchronously', async () => {
    hooks.add(
      'title',
      async () => {
        await tick();
        throw new Error('later');
      },
      10,
      1,
      'rude',
    );
    hooks.add('title', (value: string) => `${value}!`, 20, 1, 'kind');
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello!');
    expect(errors).toHaveLength(1);
  });

  it('times out after the hook’s budget', async () => {
    // Within the default timeout of five seconds, this value would be used.
    const late = new Promise((resolve) => void setTimeout(resolve, 2_000, 'late').unref());
    hooks.add('title', () => late, 10, 1, 'slow');
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello');
    expect(errors).toMatchObject([{ owner: 'slow', error: { code: 'hook_timeout' } }]);
  });

  it('times out while later callbacks keep their request and owner context', async () => {
    const request = new AsyncLocalStorage<string>();
    const records: unknown[] = [];
    const note =
      () =>
      async (value: string): Promise<string> => {
        await tick();
        records.push([request.getStore(), currentOwner()?.owner, hooks.currentFilter()]);
        return value;
      };
    hooks.add('title', note(), 10, 1, 'one');
    hooks.add('title', note(), 10, 1, 'one');
    hooks.add('title', () => new Promise(() => undefined), 10, 1, 'slow');
    hooks.add('title', note(), 10, 1, 'slow');
    hooks.add(
      'title',
      (value: string) => (
        records.push([request.getStore(), currentOwner()?.owner ?? 'nobody', hooks.currentFilter()]),
        value
      ),
      10,
      1,
      '',
    );
    hooks.add('title', note(), 20, 1, 'two');
    const pending = request.run('mine', () => hooks.applyFilters('title', 'Hello'));
    expect(currentOwner()).toBeUndefined();
    expect(await pending).toBe('Hello');
    expect(records).toEqual([
      ['mine', 'one', 'title'],
      ['mine', 'one', 'title'],
      ['mine', 'slow', 'title'],
      ['mine', 'nobody', 'title'],
      ['mine', 'two', 'title'],
    ]);
    expect(currentOwner()).toBeUndefined();
    expect(errors).toMatchObject([{ owner: 'slow', error: { code: 'hook_timeout' } }]);
  });

  it('may exceed the budget in an action without a timeout, unlike inner hooks', async () => {
    let done = false;
    hooks.add(
      'nightly',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        await hooks.doAction('inner');
        done = true;
      },
      10,
      1,
      'slow',
    );
    hooks.add('inner', () => new Promise(() => undefined), 10, 1, 'stuck');
    await hooks.doActionWithoutTimeout('nightly', []);
    expect(done).toBe(true);
    expect(errors).toMatchObject([{ owner: 'stuck', error: { code: 'hook_timeout' } }]);
  });

  it('loses a return value that fails the declaration’s check', () => {
    hooks.declarations.declare({
      name: 'title',
      kind: 'filter',
      owner: '',
      since: '0.1.0',
      summary: '',
      args: [],
      check: (value) => typeof value === 'string',
    });
    hooks.add('title', () => 42, 10, 1, 'liar');
    expect(hooks.applyFilters('title', 'Hello')).toBe('Hello');
    expect(errors).toMatchObject([{ owner: 'liar', error: { code: 'hook_invalid_return_type' } }]);
  });

  it.each<[string, unknown, unknown]>([
    ['undefined, for a text', 'Hello', undefined],
    ['a number, for a text', 'Hello', 42],
    ['an object, for a text', 'Hello', { a: 1 }],
    ['undefined, for null', null, undefined],
    ['a text, for a number', 7, 'seven'],
    ['an object, for a list', ['a'], { a: 1 }],
    ['a list, for an object', { a: 1 }, ['a']],
    ['null, for an object', { a: 1 }, null],
    ['a plain object, for a class instance', new URL('http://a.test/'), { href: '/' }],
  ])('loses a return value of the wrong type: %s', async (_case, value, returned) => {
    hooks.add('undeclared', () => returned, 10, 1, 'liar');
    hooks.add('undeclared', async () => returned, 20, 1, 'late-liar');
    const received: unknown[] = [];
    hooks.add('undeclared', (before: unknown) => (received.push(before), before), 30, 1, 'kind');
    expect(await hooks.applyFilters('undeclared', value)).toBe(value);
    expect(received).toEqual([value]);
    expect(errors.map(({ owner, error }) => [owner, (error as PlinthError).code])).toEqual([
      ['liar', 'hook_invalid_return_type'],
      ['late-liar', 'hook_invalid_return_type'],
    ]);
  });

  it('may return other types where short-circuits and WordPress documentation allow them', () => {
    const allowed: readonly [string, unknown, unknown][] = [
      ['pre_option_x', false, ['any']],
      ['pre_render_block', null, '<p></p>'],
      ['redirect_canonical', '/a/', false],
      ['option_x', 'text', { a: 1 }],
      ['title', 'Hello', ''],
      ['sizes', 1, 2],
      ['names', ['a'], []],
      ['is_open', true, false],
      ['wp_next_scheduled', 5, false],
    ];
    for (const [name, value, returned] of allowed) {
      hooks.add(name, () => returned, 10, 1, 'author');
      expect([name, hooks.applyFilters(name, value)]).toEqual([name, returned]);
    }
    expect(errors).toEqual([]);
  });

  it.each<[string, unknown, unknown]>([
    ['the_posts', [{ id: 1, post_type: 'post' }], [1]],
    ['body_class', ['page'], [{ a: 1 }]],
    [
      'render_block_data',
      { blockName: 'core/group', attrs: {}, innerBlocks: [], innerHTML: '', innerContent: [] },
      { a: 1 },
    ],
    ['plinth/fallback_menu_items', [], [42]],
    ['document_title_parts', { title: 'A' }, { title: {} }],
    ['check_password', false, 'yes'],
    ['wp_mail', { to: 'a@example.com', subject: 'A' }, { to: 5 }],
  ])('loses a malformed return value: %s', (name, value, returned) => {
    hooks.add(name, () => returned, 10, 1, 'liar');
    expect(hooks.applyFilters(name, value)).toBe(value);
    expect(errors).toMatchObject([{ owner: 'liar', hook: name, error: { code: 'hook_invalid_return_type' } }]);
  });

  it('gets reported when asynchronous in a synchronous filter, and later callbacks run', () => {
    hooks.add('title', async () => 'late', 10, 1, 'late');
    hooks.add('title', (value: string) => `${value}!`, 20, 1, 'kind');
    expect(hooks.applyFiltersSync('title', 'Hello')).toBe('Hello!');
    expect(errors).toMatchObject([{ owner: 'late', error: { code: 'hook_async_in_sync' } }]);
  });

  it('throws from a hook that fails closed', async () => {
    hooks.declarations.declare({
      name: 'price',
      kind: 'filter',
      owner: '',
      since: '0.1.0',
      summary: '',
      args: [],
      failClosed: true,
    });
    const undo = hooks.add(
      'price',
      () => {
        throw new Error('no');
      },
      10,
      1,
      'rude',
    );
    expect(() => hooks.applyFilters('price', 100)).toThrow(PlinthError);
    undo();
    hooks.add('price', () => Promise.reject(new Error('no')), 10, 1, 'rude');
    await expect(hooks.applyFilters('price', 100)).rejects.toMatchObject({ code: 'hook_failed_closed' });
  });

  it('owns work that it started after it returned', async () => {
    let owner: string | undefined;
    hooks.add('boot', () => void setTimeout(() => (owner = currentOwner()?.owner), 2), 10, 1, 'leaky');
    await hooks.doAction('boot');
    await tick(20);
    expect(owner).toBe('leaky');
  });

  it('rethrows errors of the host’s own callbacks', () => {
    hooks.addFilter('title', () => {
      throw new Error('mine');
    });
    expect(() => hooks.applyFilters('title', '')).toThrow('mine');
  });
});

describe('asynchronous callbacks', () => {
  it('run in order, each receiving the previous result', async () => {
    const hooks = anyHooks();
    hooks.addFilter('f', async (value: string) => {
      await tick(5);
      return `${value}a`;
    });
    hooks.addFilter('f', (value: string) => `${value}b`);
    hooks.addFilter('f', async (value: string) => `${value}c`, 20);
    expect(await hooks.applyFilters('f', '')).toBe('abc');
  });

  it('return the value synchronously when all callbacks are synchronous', () => {
    const hooks = anyHooks();
    hooks.addFilter('f', (value: number) => value + 1);
    expect(hooks.applyFilters('f', 1)).toBe(2);
  });

  it('see their own current hook while others run concurrently', async () => {
    const hooks = anyHooks();
    const records: unknown[] = [];
    const note = (ms: number) => async (): Promise<void> => {
      await tick(ms);
      records.push([hooks.currentFilter(), hooks.doingAction('outer')]);
    };
    hooks.addAction('outer', async () => {
      await hooks.doAction('inner');
      await note(1)();
    });
    hooks.addAction('inner', note(10));
    hooks.addAction('other', note(5));
    await Promise.all([hooks.doAction('outer'), hooks.doAction('other')]);
    expect(records).toHaveLength(3);
    // The order depends on timing.
    expect(records).toEqual(
      expect.arrayContaining([
        ['other', false],
        ['inner', true],
        ['outer', true],
      ]),
    );
    expect(hooks.currentFilter()).toBe(false);
  });

  it('get rejected by a synchronous filter, which keeps the value', () => {
    const errors: HookError[] = [];
    const hooks = anyHooks({ onError: (pluginError) => void errors.push(pluginError) });
    hooks.addFilter('esc_html', async () => 'x');
    expect(hooks.applyFiltersSync('esc_html', 'kept')).toBe('kept');
    expect(errors).toMatchObject([{ error: { code: 'hook_async_in_sync' } }]);
  });
});

describe('undo of a callback', () => {
  it('removes the callback and does nothing when called again', () => {
    const hooks = anyHooks();
    const callback = (): string => 'x';
    const undo = hooks.add('f', callback, 5, 1, 'p');
    undo();
    undo();
    expect(hooks.names()).toEqual([]);
    hooks.add('f', callback, 5, 1, 'q');
    undo();
    expect(hooks.listeners('f')).toMatchObject([{ owner: 'q', priority: 5 }]);
  });
});

describe('hook trace', () => {
  it('counts consecutive asynchronous callbacks of a plugin as one run', async () => {
    const hooks = anyHooks();
    for (let i = 0; i < 3; i++) hooks.add('title', async (value: string) => `${value}${i}`, 10, 1, 'one');
    hooks.add('title', async (value: string) => value, 10, 1, 'two');
    expect(await hooks.applyFilters('title', '')).toBe('012');
    expect(
      hooks.trace
        .report()
        .map(({ owner, runs }) => [owner, runs])
        .sort(),
    ).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
  });

  it('counts runs per plugin and hook', () => {
    const hooks = anyHooks();
    hooks.add('f', (value: number) => value + 1, 10, 1, 'p');
    hooks.add('f', (value: number) => value + 1, 10, 1, 'q');
    for (let i = 0; i < 3; i++) void hooks.applyFilters('f', i);
    expect(
      hooks.trace
        .report()
        .map(({ hook, owner, runs }) => [hook, owner, runs])
        .sort(),
    ).toEqual([
      ['f', 'p', 3],
      ['f', 'q', 3],
    ]);
  });
});
