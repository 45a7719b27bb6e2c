import type { RestArg, RestRequest, RestResponse, UserQuery, UserWithRoles } from '../../../api/index.js';
import { toText } from '../../values.js';
import {
  collectionArgs,
  idsArg,
  idsParam,
  inCollection,
  listParam,
  numberParam,
  orderArgs,
  pageAtOffset,
  pageOf,
} from '../items/collection.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { restPostTypes } from './user-access.js';

const ORDERBY_COLUMNS: Record<string, string> = {
  id: 'ID',
  include: 'include',
  name: 'display_name',
  registered_date: 'registered',
  slug: 'user_nicename',
  include_slugs: 'nicename__in',
  email: 'user_email',
  url: 'user_url',
};

/** Columns that a search may name; only the public ones are available to everyone. */
const SEARCH_COLUMNS: Record<string, string> = {
  email: 'user_email',
  name: 'display_name',
  id: 'ID',
  username: 'user_login',
  slug: 'user_nicename',
};
const PUBLIC_SEARCH_COLUMNS = ['ID', 'user_nicename', 'display_name'];

/**
 * Returns a list of accounts.
 * @param prepare creates the response for an account
 */
export async function listUsers(
  deps: WpV2SiteDeps,
  request: RestRequest,
  prepare: (user: UserWithRoles, request: RestRequest) => Promise<RestResponse>,
): Promise<unknown> {
  const { rest, users } = deps;
  const query = await createQuery(deps, request);
  const filtered = await deps.hooks.applyFilters('rest_user_query', query, request);
  const { users: found, total } = await users.getUsers(filtered);
  const items: unknown[] = [];
  for (const user of found) items.push(await inCollection(rest.links, await prepare(user, request)));
  return pageOf(rest, request, items, { total, base: 'wp/v2/users', page: pageAtOffset(request) });
}

async function createQuery(deps: WpV2SiteDeps, request: RestRequest): Promise<UserQuery> {
  const perPage = numberParam(request, 'per_page', 10);
  const search = toText(request.getParam('search'));
  const publishedTypes = request.getParam('has_published_posts');
  const capabilities = listParam(request, 'capabilities').map(toText);
  const columns = listParam(request, 'search_columns').flatMap((name) => SEARCH_COLUMNS[toText(name)] ?? []);
  const query: UserQuery = {
    include: idsParam(request, 'include'),
    exclude: idsParam(request, 'exclude'),
    role__in: listParam(request, 'roles').map(toText),
    nicename__in: listParam(request, 'slug').map(toText),
    orderby: ORDERBY_COLUMNS[toText(request.getParam('orderby'))] ?? 'display_name',
    order: toText(request.getParam('order')),
    number: perPage,
    offset: numberParam(request, 'offset', (numberParam(request, 'page', 1) - 1) * perPage),
    ...(search === '' ? {} : { search: `*${search}*` }),
    ...(request.getParam('who') === 'authors' ? { capability: 'edit_posts' } : {}),
    ...(capabilities.length > 0 ? { capability__in: capabilities } : {}),
    ...(columns.length > 0 ? { search_columns: columns } : {}),
    ...(publishedTypes === true || Array.isArray(publishedTypes)
      ? { has_published_posts: publishedTypes as true | string[] }
      : {}),
  };
  // Users without permission to list users see only authors of public posts, and cannot guess an email address
  // character by character.
  if (!(await deps.roles.currentUserCan('list_users'))) {
    const allowedColumns = (query.search_columns ?? []).filter((column) => PUBLIC_SEARCH_COLUMNS.includes(column));
    query.search_columns = allowedColumns.length > 0 ? allowedColumns : PUBLIC_SEARCH_COLUMNS;
    if (query.capability === undefined) query.has_published_posts ??= restPostTypes(deps);
  }
  return query;
}

/** Returns the parameters of a list of accounts. */
export function userListArgs(deps: WpV2SiteDeps, context: RestArg): Readonly<Record<string, RestArg>> {
  return deps.hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>('rest_user_collection_params', {
    ...collectionArgs(deps, context),
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
    ...orderArgs(Object.keys(ORDERBY_COLUMNS), 'name', 'asc'),
    slug: {
      description: 'Limit result set to users with one or more specific slugs.',
      type: 'array',
      items: { type: 'string' },
    },
    roles: {
      description: 'Limit result set to users matching at least one specific role provided.',
      type: 'array',
      items: { type: 'string' },
    },
    capabilities: {
      description: 'Limit result set to users matching at least one specific capability provided.',
      type: 'array',
      items: { type: 'string' },
    },
    who: {
      description: 'Limit result set to users who are considered authors.',
      type: 'string',
      enum: ['authors'],
    },
    search_columns: {
      description: 'Array of column names to be searched.',
      type: 'array',
      default: [],
      items: { type: 'string', enum: Object.keys(SEARCH_COLUMNS) },
    },
    has_published_posts: {
      description: 'Limit result set to users who have published posts.',
      type: ['boolean', 'array'],
      items: { type: 'string', enum: restPostTypes(deps) },
    },
  });
}
