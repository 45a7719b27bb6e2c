import { promised } from '../../core/api/sync-api.js';
import { createContext, currentContext, runInContext } from '../../core/context/index.js';

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));

describe('stepwise computation with inSteps', () => {
  it('returns synchronously while every value is ready', () => {
    const answer = (async () => {
      return (await 20) + (await 22);
    })();
    expect(answer).toBe(42);
  });

  it('returns a promise from the first pending value, and continues in order', async () => {
    const done: string[] = [];
    const answer = (async () => {
      done.push(await 'first');
      done.push(await later('second'));
      done.push(await 'third');
      done.push(await later('fourth'));
      return done.length;
    })();
    expect(answer).toBeInstanceOf(Promise);
    expect(done).toEqual(['first']);
    expect(await answer).toBe(4);
    expect(done).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('uses its own arguments at each call', async () => {
    const sum = async (one: number | Promise<number>, other: number): Promise<number> => {
      return (await one) + (await other);
    };
    expect(sum(1, 2)).toBe(3);
    const [slow, quick] = [sum(later(40), 2), sum(5, 6)];
    expect(quick).toBe(11);
    expect(await slow).toBe(42);
  });

  it('throws sync and async failures at the yield, where they can be caught', async () => {
    async function careful(ask: () => unknown): Promise<string> {
      try {
        await ask();
        return 'went well';
      } catch (error) {
        return `caught ${(error as Error).message}`;
      }
    }
    expect(
      careful(() => {
        throw new Error('now');
      }),
    ).toBe('caught now');
    expect(await careful(() => Promise.reject(new Error('later')))).toBe('caught later');
  });

  it('passes uncaught failures on to the caller', async () => {
    async function careless(ask: () => unknown): Promise<void> {
      await ask();
    }
    expect(() =>
      careless(() => {
        throw new Error('now');
      }),
    ).toThrow('now');
    await expect(careless(() => Promise.reject(new Error('later')))).rejects.toThrow('later');
    await expect(
      (async () => {
        await later(1);
        throw new Error('after waiting');
      })(),
    ).rejects.toThrow('after waiting');
  });

  it('continues in the request context in which it began', async () => {
    const seen = await runInContext(createContext('one'), async () => {
      await later(1);
      return currentContext()?.id;
    });
    expect(seen).toBe('one');
  });

  it('awaits any thenable, such as a database query', async () => {
    const question = { then: (resolve: (rows: string[]) => void) => resolve(['a row']) };
    expect(
      await (async () => {
        return (await (question as PromiseLike<string[]>)).length;
      })(),
    ).toBe(1);
  });
});

describe('promised methods for plugins', () => {
  it('always return a promise, also when the method throws at once', async () => {
    const methods = promised({
      there: (a: number) => a + 1,
      missing: (): number => {
        throw new Error('missing');
      },
    });
    expect(methods.there(1)).toBeInstanceOf(Promise);
    expect(await methods.there(1)).toBe(2);
    await expect(methods.missing()).rejects.toThrow('missing');
  });
});
