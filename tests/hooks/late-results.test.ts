import type { HookError } from '../../core/hooks/index.js';
import { type AnyHooks, anyHooks } from '../kit/any-hooks.js';

describe('asynchronous return value', () => {
  let errors: HookError[];
  let hooks: AnyHooks;
  beforeEach(() => {
    errors = [];
    hooks = anyHooks({ onError: (error) => void errors.push(error), timeoutMs: 5000 });
  });

  it('with a wrong type gets discarded and reported for its plugin', async () => {
    hooks.add('title', async () => 42, 10, 1, 'rude');
    hooks.add('title', async () => undefined, 20, 1, 'forgetful');
    hooks.add('title', async (value: string) => `${value}!`, 30, 1, 'kind');
    expect(await hooks.applyFilters('title', 'Hello')).toBe('Hello!');
    expect(errors).toMatchObject([
      { owner: 'rude', hook: 'title', error: { code: 'hook_invalid_return_type' } },
      { owner: 'forgetful', error: { code: 'hook_invalid_return_type' } },
    ]);
  });

  it('must pass the check of a declared filter', async () => {
    hooks.declarations.declare({
      name: 'sizes',
      kind: 'filter',
      owner: '',
      args: ['list: the sizes'],
      check: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'number'),
      summary: 'Sizes.',
      since: '0.1.0',
    });
    hooks.add('sizes', async () => ['large'], 10, 1, 'rude');
    hooks.add('sizes', async (value: number[]) => [...value, 2], 20, 1, 'kind');
    expect(await hooks.applyFilters('sizes', [1])).toEqual([1, 2]);
    expect(errors).toMatchObject([{ owner: 'rude', error: { code: 'hook_invalid_return_type' } }]);
  });

  it('fails a protected hook closed when its type is wrong', async () => {
    hooks.declarations.declare({
      name: 'allowed',
      kind: 'filter',
      owner: '',
      args: ['why: a reason'],
      failClosed: true,
      summary: 'Why not.',
      since: '0.1.0',
    });
    hooks.add('allowed', async () => 42, 10, 1, 'rude');
    await expect(hooks.applyFilters('allowed', 'no reason')).rejects.toMatchObject({ code: 'hook_failed_closed' });
    expect(errors).toMatchObject([{ owner: 'rude', error: { code: 'hook_invalid_return_type' } }]);
  });
});
