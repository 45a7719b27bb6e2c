import { ready, type Steps } from '../api/index.js';
import { MAIN_LOOP } from '../content/attachments/index.js';
import { currentContext } from '../context/index.js';
import { subject } from './document-title.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { textVar } from './query-vars.js';
import { type PostView, viewPost } from './post-view.js';

/** What every template of the theme gets. */
interface PageView {
  heading: string;
  description: string;
  /** The post of a singular page. */
  post: PostView | undefined;
  /** The posts of a list. */
  posts: readonly PostView[];
  /** Links to the pages before and after, when there are any. */
  previousUrl: string | undefined;
  nextUrl: string | undefined;
  pageNumber: number;
  pageCount: number;
  /** What was searched for. */
  search: string;
  isSearch: boolean;
  /** HTML above the results of a search: what plugins found. */
  found: string;
  homeUrl: string;
}

export function* viewPage(deps: FrontPartDeps, main: MainQuery, path: string): Steps<PageView> {
  const { content, hooks } = deps;
  const { is, vars, post, posts, queried, pages } = main;
  const number = Math.max(1, Number(vars.paged) || 1);
  const lists: PostView[] = [];
  currentContext()?.memo.set(MAIN_LOOP, true);
  if (!post) for (const one of posts) lists.push(yield* viewPost(deps, one, { list: true, page: 1 }));
  const first = path.replace(/\/page\/?[0-9]+\/?$/, '/').replace(/\/?$/, '/');
  const query = is.search ? `?s=${encodeURIComponent(textVar(vars, 's'))}` : '';
  const pageUrl = (wanted: number): string => (is.search && query !== '' ? `/${wanted > 1 ? `page/${wanted}/` : ''}${query}` : wanted > 1 ? `${first}page/${wanted}/` : first);
  const shown = post ? yield* viewPost(deps, post, { list: is.embed, page: Number(vars.page) || 1 }) : undefined;
  currentContext()?.memo.delete(MAIN_LOOP);
  return {
    heading: (yield* subject(deps, main)) ?? '',
    description: queried?.kind === 'term' ? queried.term.description : '',
    post: shown,
    posts: lists,
    previousUrl: !post && number > 1 ? pageUrl(number - 1) : undefined,
    nextUrl: !post && number < pages ? pageUrl(number + 1) : undefined,
    pageNumber: number,
    pageCount: pages,
    search: textVar(vars, 's'),
    isSearch: is.search,
    found: is.search && number === 1 ? yield* ready(hooks.applyFilters('plinth/search_results', '', textVar(vars, 's'))) : '',
    homeUrl: yield* ready(content.now.homeUrl('/')),
  };
}
