import type {
  AdminPage,
  AdminScreen,
  PageRequest,
  Reply,
  UserQuery,
  UserWithRoles,
  RolesApi,
} from '../../api/index.js';
import { CURRENT_SCREEN, currentContext } from '../../context/index.js';
import { escapeText, captureAction } from '../../document/index.js';
import { isLastAdministrator } from '../../auth/account-guards.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import {
  rowLink,
  type Columns,
  hideableColumns,
  isSortKey,
  listColumns,
  type ListDefinition,
  renderList,
  CHECKBOX_COLUMN,
} from '../list-table/list-table.js';
import { readSelectedIds, pluginBulkAction } from '../list-table/bulk-action.js';
import { nonceAction } from '../admin-urls.js';
import { pageNumber } from '../paging.js';

const SLUG = 'users.php';
const PER_PAGE = 20;

/** The screen that lists the accounts (`users.php`). */
export function userListScreen(deps: AdminDeps): AdminPage {
  const { __, _n } = deps.text;

  return {
    slug: SLUG,
    title: () => __('Users'),
    capability: 'list_users',
    icon: 'users',
    position: 70,
    async handler(request): Promise<Reply> {
      const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
      if (request.method !== 'POST') return show(deps, request, screen);
      const ids = readSelectedIds(request, 'user');
      const action = request.field('action');
      const next =
        action === 'delete' || ids.length === 0 ? undefined : await pluginBulkAction(deps, screen, SLUG, action, ids);
      if (next !== undefined) return createRedirect(request, next);
      const deletedCount = action === 'delete' ? await deleteUsers(deps, ids, request.userId) : 0;
      return createRedirect(
        request,
        SLUG,
        deletedCount > 0
          ? {
              kind: 'success',
              text: _n(
                '%d account deleted. Its content now belongs to you.',
                '%d accounts deleted. Their content now belongs to you.',
                deletedCount,
              ),
            }
          : {
              kind: 'warning',
              text: __('No accounts deleted. You can’t delete your own account or the only administrator.'),
            },
      );
    },
  };
}

/** Shows the list, filtered by role or search. */
async function show(deps: AdminDeps, request: PageRequest, screen: AdminScreen): Promise<ScreenReply> {
  const { hooks, users, roles, nonces } = deps;
  const { __, _n } = deps.text;
  const { url, userId } = request;
  const allRolesList = await roles.getRoles();
  const role = allRolesList.find((candidate) => candidate.name === url.searchParams.get('role'))?.name ?? '';
  const search = (url.searchParams.get('s') ?? '').slice(0, 100);
  const orderby = url.searchParams.get('orderby') ?? '';
  const userQuery: UserQuery = {
    ...(role ? { role } : {}),
    ...(search ? { search: `*${search}*` } : {}),
    number: PER_PAGE,
    paged: pageNumber(url),
    orderby: isSortKey(orderby) ? orderby : 'login',
    order: url.searchParams.get('order')?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC',
  };
  const { users: found, total } = await users.getUsers(
    await hooks.applyFilters('users_list_table_query_args', userQuery),
  );
  const list = await createUserListDefinition(deps, screen, { role, known: allRolesList, userId });
  const mayCreate = await roles.currentUserCan('create_users');
  let columnsPromise: Promise<Columns> | undefined;
  const allColumns = (): Promise<Columns> => (columnsPromise ??= listColumns(deps, list));
  return {
    kind: 'page',
    title: __('Users'),
    columns: async () => hideableColumns(await allColumns(), list),
    async content() {
      const table = await renderList(deps, list, await allColumns(), {
        url,
        userId,
        rows: found,
        total,
        perPage: PER_PAGE,
        countText: _n('%d account', '%d accounts', total),
        search: { label: __('Name or email'), value: search, action: SLUG, hiddenFields: { role } },
        nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      });
      return `<div class="head"><h1>${escapeText(__('Users'))}</h1>${mayCreate ? `<a class="button" href="user-new.php">${escapeText(__('Add user'))}</a>` : ''}</div>${table}`;
    },
  };
}

async function createUserListDefinition(
  deps: AdminDeps,
  screen: AdminScreen,
  { role, known: allRoles, userId }: { role: string; known: Awaited<ReturnType<RolesApi['getRoles']>>; userId: number },
): Promise<ListDefinition<UserWithRoles>> {
  const { hooks, roles, users } = deps;
  const { __ } = deps.text;
  const counts = await users.countUsers();
  const labels = new Map(allRoles.map((listedRole) => [listedRole.name, __(listedRole.label)]));
  const mayDelete = await roles.currentUserCan('delete_users');
  return {
    screen,
    columns: async () => defaultColumns(deps),
    primary: 'username',
    sortable: { username: 'login', email: 'email', registered: 'registered' },
    field: 'user',
    views: [
      { name: '', text: __('All'), count: counts.total_users, url: SLUG, current: role === '' },
      ...allRoles
        .filter((listedRole) => (counts.avail_roles[listedRole.name] ?? 0) > 0)
        .map((listedRole) => ({
          name: listedRole.name,
          text: labels.get(listedRole.name) ?? listedRole.name,
          count: counts.avail_roles[listedRole.name] ?? 0,
          url: `${SLUG}?role=${listedRole.name}`,
          current: role === listedRole.name,
        })),
    ],
    bulkActions: mayDelete
      ? {
          delete: {
            label: __('Delete'),
            isDangerous: true,
            confirm: __('Delete the selected accounts? Their content will belong to you.'),
          },
        }
      : {},
    idOf: ({ id }) => id,
    nameOf: ({ user_login: login }) => login,
    isSelectable: async ({ id }) => id !== userId,
    cell: (user, column) => renderCell(deps, user, column, userId, labels),
    pluginCell: async (user, column) => hooks.applyFilters('manage_users_custom_column', '', column, user.id),
    rowActions: (user) => rowActions(deps, user, userId),
    extraNav: async (which) =>
      (await captureAction(hooks, 'restrict_manage_users', which)) +
      (await captureAction(hooks, 'manage_users_extra_tablenav', which)),
    empty: escapeText(__('No accounts match your search.')),
  };
}

function defaultColumns({ text: { __ } }: AdminDeps): Columns {
  return {
    [CHECKBOX_COLUMN]: '',
    username: escapeText(__('Account')),
    email: escapeText(__('Email')),
    role: escapeText(__('Role')),
    registered: escapeText(__('Registered')),
  };
}

async function renderCell(
  deps: AdminDeps,
  user: UserWithRoles,
  column: string,
  self: number,
  labels: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const { dates, hooks } = deps;
  const { __ } = deps.text;
  if (column === 'username') {
    const url = await editUrl(deps, user, self);
    const name = escapeText(user.user_login);
    const title =
      url === ''
        ? `<span class="row-title">${name}</span>`
        : `<a class="row-title" href="${escapeText(url)}">${name}</a>`;
    return `${title}${user.id === self ? ` <span class="tag">${escapeText(__('You'))}</span>` : ''}<br><span class="muted">${escapeText(user.display_name)}</span>`;
  }
  if (column === 'email') return `<a href="mailto:${escapeText(user.user_email)}">${escapeText(user.user_email)}</a>`;
  if (column === 'role')
    return escapeText(
      Object.values(
        await hooks.applyFilters<Readonly<Record<string, string>>>(
          'get_role_list',
          Object.fromEntries(user.roles.map((name) => [name, labels.get(name) ?? name])),
          user,
        ),
      ).join(', ') || __('None'),
    );
  if (column === 'registered') return escapeText(await dates.getDateFromGmt(user.user_registered, __('Y/m/d')));
  return undefined;
}

async function rowActions(
  deps: AdminDeps,
  user: UserWithRoles,
  currentUserId: number,
): Promise<Record<string, string>> {
  const { hooks } = deps;
  const { __ } = deps.text;
  const url = await editUrl(deps, user, currentUserId);
  const actions: Record<string, string> = url === '' ? {} : { edit: rowLink(url, __('Edit'), user.user_login) };
  return hooks.applyFilters('user_row_actions', actions, user);
}

async function editUrl(deps: AdminDeps, user: UserWithRoles, self: number): Promise<string> {
  const { hooks, roles, siteUrl } = deps;
  if (user.id === self) return `${siteUrl}/wp-admin/profile.php`;
  return (await roles.currentUserCan('edit_user', user.id))
    ? hooks.applyFilters('get_edit_user_link', `${siteUrl}/wp-admin/user-edit.php?user_id=${user.id}`, user.id)
    : '';
}

/** Posts of deleted users are reassigned to the user who deletes them. */
async function deleteUsers(deps: AdminDeps, ids: readonly number[], self: number): Promise<number> {
  const { users, roles } = deps;
  let done = 0;
  for (const id of ids) {
    if (id === self || !(await roles.currentUserCan('delete_user', id))) continue;
    if (await isLastAdministrator(deps, id)) continue;
    if (await users.wpDeleteUser(id, self)) done += 1;
  }
  return done;
}
