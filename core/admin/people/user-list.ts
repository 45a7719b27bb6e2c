import type { AdminPage, Reply } from '../../api/index.js';
import { goTo } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../nonce-action.js';
import { pageNumber, pagingOf } from '../paging.js';

const SLUG = 'users.php';
const PER_PAGE = 20;

/** Lists the accounts (`users.php`). */
export function userListScreen(deps: AdminDeps): AdminPage {
  const { users, roles, views, nonces } = deps;
  const { __, _n } = deps.text;

  /** Deleted people's texts go to whoever deletes them. */
  async function remove(ids: readonly number[], self: number): Promise<number> {
    let done = 0;
    for (const id of ids) {
      if (id === self || !(await roles.currentUserCan('delete_user', id))) continue;
      if (await users.wpDeleteUser(id, self)) done += 1;
    }
    return done;
  }

  return {
    slug: SLUG,
    title: () => __('Users'),
    capability: 'list_users',
    icon: 'users',
    position: 70,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') {
        const listed = request.form['user'];
        const ids = (Array.isArray(listed) ? listed : listed === undefined ? [] : [listed]).map(Number).filter((id) => Number.isInteger(id) && id > 0).slice(0, 500);
        const done = request.field('action') === 'delete' ? await remove(ids, request.userId) : 0;
        return goTo(request, SLUG, done > 0 ? { kind: 'success', text: _n('%d account deleted; its pages are yours now.', '%d accounts deleted; their pages are yours now.', done) } : { kind: 'warning', text: __('No account was deleted. You cannot delete your own.') });
      }
      const { url } = request;
      const known = await roles.getRoles();
      const role = known.find((one) => one.name === url.searchParams.get('role'))?.name ?? '';
      const search = (url.searchParams.get('s') ?? '').slice(0, 100);
      const { users: found, total } = await users.getUsers({ ...(role ? { role } : {}), ...(search ? { search: `*${search}*` } : {}), number: PER_PAGE, paged: pageNumber(url), orderby: 'login', order: 'ASC' });
      const counts = await users.countUsers();
      const labels = new Map(known.map((one) => [one.name, __(one.label)]));
      const data = {
        search, role,
        mayCreate: await roles.currentUserCan('create_users'),
        mayDelete: await roles.currentUserCan('delete_users'),
        tabs: [
          { name: '', text: __('All'), count: counts.total_users, current: role === '' },
          ...known.filter((one) => (counts.avail_roles[one.name] ?? 0) > 0).map((one) => ({ name: one.name, text: labels.get(one.name), count: counts.avail_roles[one.name], current: role === one.name })),
        ],
        users: await Promise.all(
          found.map(async (user) => ({
            id: user.id,
            login: user.user_login,
            name: user.display_name,
            email: user.user_email,
            roles: user.roles.map((name) => labels.get(name) ?? name).join(', ') || __('None'),
            registered: user.user_registered,
            self: user.id === request.userId,
            editUrl: user.id === request.userId ? 'profile.php' : (await roles.currentUserCan('edit_user', user.id)) ? `user-edit.php?user_id=${user.id}` : '',
          })),
        ),
        found: _n('%d account', '%d accounts', total),
        paging: pagingOf(url, total, PER_PAGE),
        nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      };
      return { kind: 'page', title: __('Users'), html: views.renderCore('admin/users', data) };
    },
  };
}
