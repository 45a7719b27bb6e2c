import { createI18n } from '../../core/i18n/index.js';
import { addStandardHelpers } from '../../core/view/standard-helpers.js';

describe('template helper and, or, not', () => {
  const helpers = new Map<string, (...args: unknown[]) => unknown>();
  beforeAll(() =>
    addStandardHelpers(
      { addHelper: (name, helper) => (helpers.set(name, helper as (...args: unknown[]) => unknown), () => undefined) },
      createI18n(),
      { homeUrl: () => '', hostFile: () => '' },
      { timeZone: () => 'UTC', dateFormat: () => '' },
    ),
  );
  const asked = (name: string, ...values: unknown[]): unknown => helpers.get(name)?.(...values, { hash: {} });

  it('treats an empty list as false, like if', () => {
    expect([asked('or', [], ''), asked('or', [], ['x']), asked('or', 0, null)]).toEqual([false, true, false]);
    expect([asked('and', [], 'x'), asked('and', ['x'], 'x')]).toEqual([false, true]);
    expect([asked('not', []), asked('not', ['x']), asked('not', '')]).toEqual([true, false, true]);
  });
});
