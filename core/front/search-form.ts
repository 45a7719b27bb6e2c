import { ready, type Steps } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';

/** The theme's search form as plugins leave it (WordPress: get_search_form). */
export function* searchForm(
  { hooks, renderTheme }: Pick<FrontPartDeps, 'hooks' | 'renderTheme'>,
  search: string,
): Steps<string> {
  const args = { echo: true, aria_label: '' };
  yield* ready(hooks.doAction('pre_get_search_form', args));
  const words = yield* ready(hooks.applyFilters('get_search_query', search));
  return yield* ready(
    hooks.applyFilters('get_search_form', renderTheme(['partials/search-form'], { search: words }), args),
  );
}
