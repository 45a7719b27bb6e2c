import { type HookError, withTimeout } from '../../core/hooks/index.js';
import { anyHooks } from '../kit/any-hooks.js';

afterEach(() => jest.useRealTimers());

describe('within() time limit', () => {
  const late = (): Error => new Error('too late');

  it('settles like the work and leaves no timer behind', async () => {
    jest.useFakeTimers();
    await expect(withTimeout(Promise.resolve('done'), 1000, late)).resolves.toBe('done');
    await expect(withTimeout(Promise.reject(new Error('broken')), 1000, late)).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with the caller’s error exactly when the time is over', async () => {
    jest.useFakeTimers();
    let ended: unknown;
    const waiting = withTimeout(new Promise(() => undefined), 1000, late).catch((error: unknown) => (ended = error));
    await jest.advanceTimersByTimeAsync(999);
    expect(ended).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toMatchObject({ message: 'too late' });
    await waiting;
  });

  it('ignores a rejection of the work after the time limit', async () => {
    jest.useFakeTimers();
    const work = new Promise((_resolve, reject) => setTimeout(() => reject(new Error('long after')), 5000));
    const waiting = expect(withTimeout(work, 10, late)).rejects.toThrow('too late');
    await jest.advanceTimersByTimeAsync(6000);
    await waiting;
  });
});

describe('callbacks that never settle', () => {
  const never = (): Promise<unknown> => new Promise(() => undefined);
  const site = (): { hooks: ReturnType<typeof anyHooks>; owners: string[] } => {
    const owners: string[] = [];
    return { owners, hooks: anyHooks({ onError: ({ owner }: HookError) => void owners.push(owner), timeoutMs: 1000 }) };
  };

  it('time out between one and one and a quarter budgets', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    hooks.add('first', never, 10, 1, 'first');
    hooks.add('second', never, 10, 1, 'second');
    const first = hooks.doAction('first');
    await jest.advanceTimersByTimeAsync(500);
    const second = hooks.doAction('second');
    await jest.advanceTimersByTimeAsync(500);
    expect(owners).toEqual([]);
    await jest.advanceTimersByTimeAsync(250);
    expect(owners).toEqual(['first']);
    await first;
    await jest.advanceTimersByTimeAsync(250);
    expect(owners).toEqual(['first']);
    await jest.advanceTimersByTimeAsync(250);
    expect(owners).toEqual(['first', 'second']);
    await second;
  });

  it('get a full budget each when they run one after another', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    hooks.add('title', never, 10, 1, 'one');
    hooks.add('title', never, 20, 1, 'two');
    const pending = hooks.applyFilters('title', 'Hello');
    await jest.advanceTimersByTimeAsync(2000);
    expect(owners).toEqual(['one']);
    await jest.advanceTimersByTimeAsync(500);
    expect(owners).toEqual(['one', 'two']);
    await expect(pending).resolves.toBe('Hello');
  });

  it('may take any time when they belong to the host', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    hooks.addFilter(
      'title',
      (value: string) => new Promise((resolve) => setTimeout(() => resolve(`${value}!`), 60_000)),
    );
    const pending = hooks.applyFilters('title', 'Hello');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(pending).resolves.toBe('Hello!');
    expect(owners).toEqual([]);
  });

  it('share one timer, which stops when nothing waits', async () => {
    jest.useFakeTimers();
    const { hooks } = site();
    const exits = process.listenerCount('beforeExit');
    hooks.add('saved', never, 10, 1, 'slow');
    const waiting = [hooks.doAction('saved'), hooks.doAction('saved'), hooks.doAction('saved')];
    expect(jest.getTimerCount()).toBe(1);
    expect(process.listenerCount('beforeExit')).toBe(exits + 1);
    await jest.advanceTimersByTimeAsync(1250);
    for (const promise of waiting) await promise;
    expect(jest.getTimerCount()).toBe(0);
    expect(process.listenerCount('beforeExit')).toBe(exits);
    const secondRun = hooks.doAction('saved');
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1250);
    await secondRun;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('time out regardless of which other callbacks settle, in any order', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    const ends = new Map<string, () => void>();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      hooks.add(name, () => new Promise<void>((resolve) => void ends.set(name, resolve)), 10, 1, name);
      void hooks.doAction(name);
    }
    for (const name of ['b', 'e', 'a']) ends.get(name)?.();
    await jest.advanceTimersByTimeAsync(1250);
    expect(owners.sort()).toEqual(['c', 'd']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('keep the process alive only while a caller waits', async () => {
    jest.useFakeTimers();
    const { hooks } = site();
    const setIntervalSpy = jest.spyOn(globalThis, 'setInterval');
    let finish = (): void => undefined;
    hooks.add('saved', () => new Promise<void>((resolve) => (finish = resolve)), 10, 1, 'slow');
    const waiting = hooks.doAction('saved');
    const timer = setIntervalSpy.mock.results[0]?.value as NodeJS.Timeout;
    const beforeExit = process.listeners('beforeExit').at(-1) as () => void;
    setIntervalSpy.mockRestore();
    expect(timer.hasRef()).toBe(false);
    finish();
    await waiting;
    beforeExit();
    expect(timer.hasRef()).toBe(false);
    const second = hooks.doAction('saved');
    beforeExit();
    expect(timer.hasRef()).toBe(true);
    finish();
    await second;
    await jest.advanceTimersByTimeAsync(250);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('share one beforeExit listener across all sites of a process', async () => {
    jest.useFakeTimers();
    const before = process.listenerCount('beforeExit');
    const ends: (() => void)[] = [];
    const waiting = Array.from({ length: 12 }, async () => {
      const { hooks } = site();
      hooks.add('saved', () => new Promise<void>((resolve) => void ends.push(resolve)), 10, 1, 'slow');
      await hooks.doAction('saved');
    });
    expect(process.listenerCount('beforeExit')).toBe(before + 1);
    for (const end of ends) end();
    await Promise.all(waiting);
    await jest.advanceTimersByTimeAsync(2500);
    expect(process.listenerCount('beforeExit')).toBe(before);
  });

  it('lose late results and errors', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    const later = (work: () => unknown) => () =>
      new Promise((resolve, reject) =>
        setTimeout(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        }, 5000),
      );
    hooks.add(
      'title',
      later(() => 'late'),
      10,
      1,
      'late',
    );
    hooks.add(
      'title',
      later(() => {
        throw new Error('broken');
      }),
      20,
      1,
      'broken',
    );
    const runs = jest.fn((value: string) => value);
    hooks.add('title', runs, 30, 1, 'kind');
    const pending = hooks.applyFilters('title', 'Hello');
    await jest.advanceTimersByTimeAsync(20_000);
    await expect(pending).resolves.toBe('Hello');
    expect(owners).toEqual(['late', 'broken']);
    expect(runs).toHaveBeenCalledTimes(1);
  });

  it('lose late results while another callback is awaited', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    const after =
      (ms: number, work: (value: string) => string) =>
      async (value: string): Promise<string> => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return work(value);
      };
    hooks.add(
      'title',
      after(2000, () => 'late'),
      10,
      1,
      'late',
    );
    hooks.add(
      'title',
      after(5000, (value) => `${value}!`),
      20,
      1,
      '',
    );
    hooks.add(
      'title',
      after(20_000, () => {
        throw new Error('broken');
      }),
      30,
      1,
      'broken',
    );
    hooks.add(
      'title',
      after(25_000, (value) => `${value}?`),
      40,
      1,
      '',
    );
    const pending = hooks.applyFilters('title', 'Hello');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(pending).resolves.toBe('Hello!?');
    expect(owners).toEqual(['late', 'broken']);
  });

  it('fail a protected hook closed with 503 when they time out', async () => {
    jest.useFakeTimers();
    const { hooks, owners } = site();
    hooks.declarations.declare({
      name: 'price',
      kind: 'filter',
      owner: '',
      since: '0.1.0',
      summary: '',
      args: [],
      failClosed: true,
    });
    hooks.add('price', never, 10, 1, 'slow');
    const after = jest.fn((value: number) => value);
    hooks.add('price', after, 20, 1, 'kind');
    const rejection = expect(hooks.applyFilters('price', 100)).rejects.toMatchObject({
      code: 'hook_failed_closed',
      status: 503,
      cause: { code: 'hook_timeout' },
    });
    await jest.advanceTimersByTimeAsync(1250);
    await rejection;
    expect(owners).toEqual(['slow']);
    expect(after).not.toHaveBeenCalled();
    expect(hooks.currentFilter()).toBe(false);
    await jest.advanceTimersByTimeAsync(250);
    expect(jest.getTimerCount()).toBe(0);
  });
});
