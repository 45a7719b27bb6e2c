import type { Breaker, HookError, HookDeclaration } from '../../core/hooks/index.js';
import { anyHooks } from '../kit/any-hooks.js';

const declared = (more: Partial<HookDeclaration>): HookDeclaration => ({
  name: 'price',
  kind: 'filter',
  owner: '',
  since: '0.1.0',
  summary: '',
  args: [],
  ...more,
});

/** A breaker that tests open manually and that counts successes. */
function switchable(): Breaker & { open: boolean; well: number } {
  return {
    open: false,
    well: 0,
    allows() {
      return !this.open;
    },
    recordSuccess() {
      this.well++;
    },
  };
}

describe('failed callback', () => {
  const breaker = switchable();
  let errors: HookError[];
  let failing: boolean;
  const hooksOf = () => anyHooks({ onError: (pluginError) => (errors.push(pluginError), breaker) });
  const titled = (value: string): string => {
    if (failing) throw new Error('broken');
    return `${value}!`;
  };

  beforeEach(() => {
    Object.assign(breaker, { open: false, well: 0 });
    errors = [];
    failing = true;
  });

  it.each<[string, (value: string) => unknown]>([
    ['at once', titled],
    ['later', async (value) => titled(value)],
  ])('reports success to its circuit breaker and is skipped while it is open (%s)', async (_when, callback) => {
    const hooks = hooksOf();
    hooks.add('title', callback, 10, 1, 'shaky');
    hooks.add('title', (value: string) => `${value}?`, 10, 1, 'shaky');
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello?');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toEqual({ owner: 'shaky', hook: 'title', error: expect.objectContaining({ message: 'broken' }) });
    expect(breaker.well).toBe(0);
    failing = false;
    breaker.open = true;
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello?');
    expect(breaker.well).toBe(0);
    breaker.open = false;
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello!?');
    expect(breaker.well).toBe(1);
    failing = true;
    await hooks.applyFilters('title', 'Hello');
    expect(errors[1]?.breaker).toBe(breaker);
    expect(breaker.well).toBe(1);
  });

  it.each<[string, (value: string) => unknown]>([
    ['at once', (value) => void titled(value)],
    ['later', async (value) => void titled(value)],
  ])('skips an action callback while its circuit breaker is open (%s)', async (_when, callback) => {
    const hooks = hooksOf();
    let others = 0;
    hooks.add('saved', callback, 10, 1, 'shaky');
    hooks.add('saved', () => void others++, 10, 1, 'shaky');
    await hooks.doAction('saved', 'x');
    expect(errors).toMatchObject([{ owner: 'shaky', hook: 'saved', error: { message: 'broken' } }]);
    breaker.open = true;
    await hooks.doAction('saved', 'x');
    expect([errors.length, breaker.well, others]).toEqual([1, 0, 2]);
    failing = breaker.open = false;
    await hooks.doAction('saved', 'x');
    expect([errors.length, breaker.well, others]).toEqual([1, 1, 3]);
  });

  it('keeps its circuit breaker when a later error assigns none', () => {
    const returnValues = [breaker, undefined];
    const hooks = anyHooks({ onError: (pluginError) => (errors.push(pluginError), returnValues.shift()) });
    hooks.add('title', titled, 10, 1, 'shaky');
    for (let i = 0; i < 3; i++) void hooks.applyFilters('title', 'Hello');
    expect(errors.map((pluginError) => pluginError.breaker)).toEqual([undefined, breaker, breaker]);
  });

  it('counts as failed while its return value is discarded', async () => {
    const hooks = hooksOf();
    let returnValue: unknown = 42;
    hooks.add('title', () => returnValue, 10, 1, 'shaky');
    hooks.add('title', async () => returnValue, 20, 1, 'shaky');
    for (let i = 0; i < 2; i++) expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello');
    expect([errors.length, breaker.well]).toEqual([4, 0]);
    returnValue = 'Bye';
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Bye');
    expect([errors.length, breaker.well]).toEqual([4, 2]);
  });

  it('counts as failed when it returns a promise to a synchronous filter', () => {
    const hooks = hooksOf();
    hooks.add('title', () => Promise.resolve('late'), 10, 1, 'shaky');
    for (let i = 0; i < 2; i++) expect(hooks.applyFiltersSync('title', 'Hello')).toBe('Hello');
    expect(errors.map(({ error }) => error)).toMatchObject([
      { code: 'hook_async_in_sync' },
      { code: 'hook_async_in_sync' },
    ]);
    expect(breaker.well).toBe(0);
  });

  it('fails a protected filter closed, also while its breaker is open', () => {
    const hooks = hooksOf();
    hooks.declarations.declare(declared({ failClosed: true }));
    hooks.add(
      'price',
      () => {
        throw new Error('broken');
      },
      10,
      1,
      'shaky',
    );
    expect(() => hooks.applyFilters('price', 100)).toThrow(
      expect.objectContaining({
        code: 'hook_failed_closed',
        status: 503,
        cause: expect.objectContaining({ message: 'broken' }),
      }),
    );
    breaker.open = true;
    expect(() => hooks.applyFilters('price', 100)).toThrow(
      expect.objectContaining({
        code: 'hook_failed_closed',
        message: expect.stringMatching(/"shaky".*"price"/),
        hint: expect.stringContaining('Plugin errors'),
      }),
    );
    expect(errors).toHaveLength(1);
  });

  it('fails a protected action closed, also while its breaker is open', () => {
    const hooks = hooksOf();
    hooks.declarations.declare(declared({ kind: 'action', failClosed: true }));
    const after = jest.fn();
    hooks.add(
      'price',
      () => {
        throw new Error('broken');
      },
      10,
      1,
      'shaky',
    );
    hooks.add('price', after, 10, 1, 'kind');
    expect(() => hooks.doAction('price')).toThrow(expect.objectContaining({ code: 'hook_failed_closed' }));
    breaker.open = true;
    expect(() => hooks.doAction('price')).toThrow(expect.objectContaining({ code: 'hook_failed_closed' }));
    expect(after).not.toHaveBeenCalled();
  });
});

describe('failing guard plugin', () => {
  const guardChecks: [string, string | undefined][] = [];
  const guarded = () => {
    guardChecks.length = 0;
    return anyHooks({
      mustFailClosed: (owner, entity) => (guardChecks.push([owner, entity]), owner === 'law' && entity === 'prices'),
    });
  };
  const throwError = (): never => {
    throw new Error('broken');
  };

  it('fails closed only for the hooks of what it protects', () => {
    const hooks = guarded();
    hooks.declarations.declare(declared({ feature: 'prices' }));
    hooks.declarations.declare(declared({ name: 'stock', feature: 'stock' }));
    for (const name of ['price', 'stock', 'title']) hooks.add(name, throwError, 10, 1, 'law');
    expect(() => hooks.applyFilters('price', 100)).toThrow(expect.objectContaining({ code: 'hook_failed_closed' }));
    expect(hooks.applyFilters('stock', 5)).toBe(5);
    expect(hooks.applyFilters('title', 'Hello')).toBe('Hello');
    expect(guardChecks).toEqual([
      ['law', 'prices'],
      ['law', 'stock'],
      ['law', undefined],
    ]);
  });

  it('fails closed only for plugins that protect the hook’s subject', () => {
    const hooks = guarded();
    hooks.declarations.declare(declared({ feature: 'prices' }));
    hooks.add('price', throwError, 10, 1, 'rude');
    expect(hooks.applyFilters('price', 100)).toBe(100);
  });

  it('leaves a protected hook open while its callback succeeds', () => {
    const hooks = guarded();
    hooks.declarations.declare(declared({ feature: 'prices', failClosed: true }));
    hooks.add('price', (value: number) => value + 1, 10, 1, 'law');
    expect(hooks.applyFilters('price', 100)).toBe(101);
    expect(guardChecks).toEqual([]);
  });
});
