import {
  andThen,
  type Database,
  type HookApi,
  type MaybePromise,
  type MetadataApi,
  type OptionsApi,
  type PostsApi,
  type User,
  type UserField,
  type UserInput,
  type UserWithRoles,
  WpError,
} from '../api/index.js';
import { promised, type SiteRoles, type SiteUsers, type UsersAtOnce } from '../api/at-once.js';
import { keepNothing, type KeptRows } from '../db/index.js';
import { currentContext } from '../context/index.js';
import type { FormattingPort } from '../options/index.js';
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './passwords.js';
import { createUserFields } from './users-fields.js';
import { createUserQueries } from './users-query.js';

interface UsersDeps {
  db: Database;
  /** What is kept in memory of accounts; nothing when absent. */
  kept?: KeptRows;
  hooks: HookApi;
  formatting: FormattingPort;
  options: OptionsApi;
  meta: MetadataApi;
  roles: SiteRoles;
  /** Deletes what a removed user wrote; asked for late, since content is made after users. */
  posts: () => Pick<PostsApi, 'wpDeletePost'>;
  /** Names of post types that go with their author. */
  typesDeletedWithUser: () => string[];
}

/** Details kept as metadata, with what a new account gets (WordPress: _get_additional_user_keys). */
const DETAILS: Record<string, string> = {
  nickname: '',
  first_name: '',
  last_name: '',
  description: '',
  rich_editing: 'true',
  syntax_highlighting: 'true',
  comment_shortcuts: 'false',
  admin_color: 'fresh',
  use_ssl: '0',
  show_admin_bar_front: 'true',
  locale: '',
};
const OPTION_PREFIX = 'wp_';

/**
 * Creates the accounts of a site.
 * @since 0.1.0 (WordPress: wp_insert_user, get_user_by and their family)
 */
export function createUsers(deps: UsersDeps): SiteUsers {
  const { db, hooks, meta, options, roles, kept = keepNothing } = deps;
  const queries = createUserQueries(deps);
  const fields = createUserFields({ ...deps, loginTaken, emailOwner, nicenameTaken });

  function find(field: UserField, value: string | number): MaybePromise<User | undefined> {
    const column = { id: 'id', ID: 'id', slug: 'user_nicename', email: 'user_email', login: 'user_login' }[field] as
      string | undefined;
    if (column === undefined) return undefined;
    if (column === 'id') {
      const id = Number(value);
      if (!Number.isInteger(id) || id < 1) return undefined;
    } else if (String(value).trim() === '') return undefined;
    const wanted = column === 'id' ? Number(value) : String(value).trim();
    return andThen(
      kept.keep('users', `${column}:${wanted}`, () => db()<User>('users').where(column, wanted).first()),
      (user) => user && { ...user },
    );
  }

  async function loginTaken(login: string): Promise<number | undefined> {
    return (await find('login', login))?.id;
  }
  async function emailOwner(email: string): Promise<number | undefined> {
    return (await find('email', email))?.id;
  }
  async function nicenameTaken(nicename: string, exceptLogin: string): Promise<boolean> {
    return Boolean(
      await db()('users').where({ user_nicename: nicename }).whereNot({ user_login: exceptLogin }).first('id'),
    );
  }

  function getUserBy(field: UserField, value: string | number): MaybePromise<UserWithRoles | false> {
    return andThen(find(field, value), (found) =>
      found ? andThen(roles.now.userCapabilities(found.id), (held) => ({ ...found, roles: held.roles })) : false,
    );
  }

  async function wpInsertUser(input: UserInput): Promise<number | WpError> {
    const old = input.id === undefined ? undefined : await find('id', input.id);
    if (input.id !== undefined && !old) return new WpError('invalid_user_id', 'Invalid user ID.');
    const contacts = Object.keys(await wpGetUserContactMethods(old ?? null));
    const complete = await fields.complete(input, old);
    if (complete instanceof WpError) return complete;
    const columns = await hooks.applyFilters<Omit<User, 'id'>>(
      'wp_pre_insert_user_data',
      complete,
      old !== undefined,
      old?.id ?? null,
      input,
    );
    if (Object.keys(columns).length === 0) return new WpError('empty_data', 'Not enough data to create this user.');
    return db.transaction(async () => {
      let id: number;
      if (old) {
        id = old.id;
        await db()('users').where({ id }).update(columns);
      } else {
        [id] = (await db()('users').insert(columns)) as [number];
      }
      const details: Record<string, unknown> = {};
      for (const [key, fallback] of [
        ...Object.entries(DETAILS),
        ...contacts.map((method) => [method, undefined] as const),
      ]) {
        const given = input.contacts?.[key] ?? (input[key as keyof UserInput] as string | undefined);
        if (given === undefined && (old || fallback === undefined)) continue;
        details[key] = await hooks.applyFilters(
          `pre_user_${key}`,
          given ?? (key === 'nickname' ? columns.user_login : (fallback ?? '')),
        );
      }
      const user = await getUserBy('id', id);
      for (const [key, value] of Object.entries(
        await hooks.applyFilters('insert_user_meta', details, user, old !== undefined, input),
      ))
        await meta.updateUserMeta(id, key, value);
      for (const [key, value] of Object.entries(input.meta_input ?? {})) await meta.updateUserMeta(id, key, value);
      if (input.role !== undefined) await roles.setUserRole(id, input.role);
      else if (!old) await roles.setUserRole(id, String(await options.getOption('default_role', 'subscriber')));
      if (old) await hooks.doAction('profile_update', id, old, input);
      else await hooks.doAction('user_register', id, input);
      return id;
    });
  }

  async function wpUpdateUser(input: UserInput & { id: number }): Promise<number | WpError> {
    const id = await wpInsertUser(input);
    if (!(id instanceof WpError)) await hooks.doAction('wp_update_user', id, input, input);
    return id;
  }

  async function wpGetUserContactMethods(user: User | null): Promise<Record<string, string>> {
    return hooks.applyFilters<Record<string, string>>('user_contactmethods', {}, user);
  }

  async function wpCheckPassword(password: string, user: Pick<User, 'id' | 'user_pass'>): Promise<boolean> {
    const matched = await verifyPassword(password, user.user_pass);
    const accepted = Boolean(await hooks.applyFilters('check_password', matched, password, user.user_pass, user.id));
    if (accepted && matched && needsRehash(user.user_pass)) {
      await db()('users')
        .where({ id: user.id })
        .update({ user_pass: await hashPassword(password) });
    }
    return accepted;
  }

  async function wpDeleteUser(id: number, reassign: number | null = null): Promise<boolean> {
    const user = await getUserBy('id', id);
    if (!user || reassign === id) return false;
    return db.transaction(async () => {
      await hooks.doAction('delete_user', id, reassign, user);
      if (reassign === null) {
        const types = await hooks.applyFilters('post_types_to_delete_with_user', deps.typesDeletedWithUser(), id);
        const owned = await db()('posts').where({ post_author: id }).whereIn('post_type', types).pluck<number[]>('id');
        for (const post of owned) await deps.posts().wpDeletePost(post);
      } else await db()('posts').where({ post_author: id }).update({ post_author: reassign });
      for (const metaId of await db()('usermeta').where({ user_id: id }).pluck<number[]>('meta_id'))
        await meta.deleteMetadataByMid('user', metaId);
      await db()('application_passwords').where({ user_id: id }).delete();
      for (const table of ['sessions', 'totp_secrets', 'passkeys', 'recovery_codes'])
        await db()(table).where({ user_id: id }).delete();
      await db()('users').where({ id }).delete();
      await hooks.doAction('deleted_user', id, reassign, user);
      return true;
    });
  }

  async function wpAuthenticateUsernamePassword(name: string, password: string): Promise<UserWithRoles | WpError> {
    const user = (await getUserBy('login', name)) || (name.includes('@') ? await getUserBy('email', name) : false);
    if (!user) {
      await verifyNothing(password);
      return name.includes('@')
        ? new WpError(
            'invalid_email',
            '<strong>Error:</strong> Unknown email address. Check again or try your username.',
          )
        : new WpError(
            'invalid_username',
            '<strong>Error:</strong> The username is not registered on this site. If you are unsure of your username, try your email address instead.',
          );
    }
    const checked = await hooks.applyFilters<UserWithRoles | WpError>('wp_authenticate_user', user, password);
    if (checked instanceof WpError) return checked;
    if (await wpCheckPassword(password, checked)) return checked;
    return new WpError('incorrect_password', '<strong>Error:</strong> The password you entered is incorrect.');
  }

  const now: UsersAtOnce = { getUserBy, getUserdata: (id) => getUserBy('id', id) };
  return {
    ...queries,
    ...promised(now),
    now,
    async usernameExists(login) {
      return hooks.applyFilters<number | false>('username_exists', (await loginTaken(login)) ?? false, login);
    },
    async emailExists(email) {
      return hooks.applyFilters<number | false>('email_exists', (await emailOwner(email)) ?? false, email);
    },
    async validateUsername(login) {
      const clean = await deps.formatting.sanitizeUser(login, true);
      return hooks.applyFilters('validate_username', clean === login && clean !== '', login);
    },
    wpInsertUser,
    wpUpdateUser,
    wpGetUserContactMethods,
    wpCreateUser: (login, password, email = '') =>
      wpInsertUser({ user_login: login, user_pass: password, user_email: email }),
    wpDeleteUser,
    async wpSetPassword(password, id) {
      await db()('users')
        .where({ id })
        .update({ user_pass: await hashPassword(password), user_activation_key: '' });
      await hooks.doAction('wp_set_password', password, id);
    },
    wpCheckPassword,
    wpHashPassword: hashPassword,
    verifyPassword,
    wpAuthenticateUsernamePassword,
    async getUserOption(name, userId = currentContext()?.userId ?? 0) {
      const user = await getUserBy('id', userId);
      if (!user) return false;
      const own = await meta.getUserMeta(userId, OPTION_PREFIX + name);
      const shared = await meta.getUserMeta(userId, name);
      // What is no option of theirs may be a column of theirs.
      const value =
        firstOf(own) ??
        firstOf(shared) ??
        (Object.hasOwn(user, name) && name.startsWith('user_') ? user[name as keyof typeof user] : false);
      return hooks.applyFilters(`get_user_option_${name}`, value, name, user);
    },
    updateUserOption: (userId, name, value, global = false) =>
      meta.updateUserMeta(userId, global ? name : OPTION_PREFIX + name, value),
    deleteUserOption: (userId, name, global = false) =>
      meta.deleteUserMeta(userId, global ? name : OPTION_PREFIX + name),
    async getTheAuthorMeta(field, userId) {
      const user = await getUserBy('id', userId);
      const column = ['login', 'pass', 'nicename', 'email', 'url', 'registered', 'activation_key'].includes(field)
        ? `user_${field}`
        : field;
      let value: unknown = '';
      if (user) value = column in user ? user[column as keyof User] : await meta.getUserMeta(userId, field, true);
      return String(await hooks.applyFilters(`get_the_author_${field}`, value, userId, userId));
    },
  };
}

function firstOf(values: unknown): unknown {
  return Array.isArray(values) ? (values as unknown[])[0] : undefined;
}
