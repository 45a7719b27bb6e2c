import type { PageRequest, PostQuery, QueryResult, WpQuery, WpRequest } from '../../api/index.js';
import { currentContext, MAIN_QUERY } from '../../context/index.js';
import { filterStatus } from '../../responses/index.js';
import type { AdminDeps } from '../deps.js';

/** The result of a list's query, with the response status and headers. */
interface ListResult extends QueryResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Queries the posts of a list through the request lifecycle of a page (WordPress: wp). Plugins can filter its query
 * variables as for a page (`request`, `parse_request`); their changes are applied on top of the list's own query.
 */
export async function queryList(
  { hooks, content }: Pick<AdminDeps, 'hooks' | 'content'>,
  { path, url }: PageRequest,
  own: PostQuery,
): Promise<ListResult> {
  const wp: WpRequest = { request: path.replace(/^\/+/, ''), queryVars: {}, matchedRule: '' };
  let listQuery = own;
  if (await hooks.applyFilters('do_parse_request', true, wp, url.search.slice(1))) {
    const names = await hooks.applyFilters('query_vars', content.publicQueryVars());
    const urlVars = Object.fromEntries(
      names.flatMap((name) =>
        (url.searchParams.get(name) ?? '') === '' ? [] : [[name, url.searchParams.get(name) ?? '']],
      ),
    );
    wp.queryVars = await hooks.applyFilters<WpRequest['queryVars']>('request', { ...urlVars });
    await hooks.doAction('parse_request', wp);
    listQuery = {
      ...own,
      ...Object.fromEntries(Object.entries(wp.queryVars).filter(([name, value]) => urlVars[name] !== value)),
    };
  }
  const queryResult = await content.mainQuery.runListQuery(listQuery);
  const query = currentContext()?.memo.get(MAIN_QUERY) as WpQuery;
  const status = (await hooks.applyFilters('pre_handle_404', false, query)) ? 200 : await filterStatus(hooks, 200);
  const headers = await hooks.applyFilters<Readonly<Record<string, string>>>('wp_headers', {}, wp);
  await hooks.doAction('send_headers', wp);
  await hooks.doAction('wp', wp);
  return { ...queryResult, status, headers };
}
