import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, problemFinding, type CheckContext } from './check.js';
import { PROTECTED_PATHS, INVALID_SEARCH } from './shop-view.js';

/**
 * Checks that REST errors are uniform: `{code, message, data: {status}}`, with status 401 for visitors who are not
 * logged in, and without stored data.
 */
export function restResponsesCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'rest',
    law: 'promise',
    label: __('REST API errors'),
    fix: '',
    run({ view }: CheckContext) {
      const expected: readonly (readonly [string, number])[] = [
        ...PROTECTED_PATHS.map((path) => [path, 401] as const),
        [INVALID_SEARCH, 400],
      ];
      const problems = expected.flatMap(([path, status]) => {
        const response = view.responses.get(path);
        if (!view.live || !response) return [];
        if (response.status !== status)
          return [__('shop/v1/%1$s returns status %2$d instead of %3$d.', path, response.status, status)];
        return isRefusal(response.text, status) ? [] : [__('shop/v1/%s returns errors in a different format.', path)];
      });
      return problems.length === 0
        ? goodFinding(__('All errors have the same format.'))
        : problemFinding('missing', problems, __('Check which plugin changes the REST API responses.'), i18n);
    },
  };
}

function isRefusal(text: string, status: number): boolean {
  try {
    const { code, message, data } = JSON.parse(text) as {
      code?: unknown;
      message?: unknown;
      data?: { status?: unknown };
    };
    return (
      typeof code === 'string' &&
      code !== '' &&
      typeof message === 'string' &&
      message !== '' &&
      data?.status === status
    );
  } catch {
    return false;
  }
}
