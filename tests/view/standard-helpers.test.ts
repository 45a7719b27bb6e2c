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
  const callHelper = (name: string, ...values: unknown[]): unknown => helpers.get(name)?.(...values, { hash: {} });

  it('treats an empty list as false, like if', () => {
    expect([callHelper('or', [], ''), callHelper('or', [], ['x']), callHelper('or', 0, null)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([callHelper('and', [], 'x'), callHelper('and', ['x'], 'x')]).toEqual([false, true]);
    expect([callHelper('not', []), callHelper('not', ['x']), callHelper('not', '')]).toEqual([true, false, true]);
  });
});
