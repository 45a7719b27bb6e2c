import {
  type Database,
  type HookApi,
  type MetadataApi,
  type OptionsApi,
  type PostsApi,
  type RolesApi,
  type User,
  type UserInput,
  type UsersApi,
  type UserWithRoles,
  WpError,
} from '../api/index.js';
import { getInsertedId } from '../db/index.js';
import { removeNulFromFields } from '../formatting/text/without-nul.js';
import type { UserFields } from './users-fields.js';

interface UserWriteDeps {
  db: Database;
  hooks: HookApi;
  options: OptionsApi;
  meta: MetadataApi;
  roles: Pick<RolesApi, 'setUserRole'>;
  fields: UserFields;
  find(field: 'id', id: number): Promise<User | undefined>;
  getUserBy(field: 'id', id: number): Promise<UserWithRoles | false>;
  /** Deletes the posts of a deleted user; resolved late, because content is created after users. */
  posts: () => Pick<PostsApi, 'wpDeletePost'>;
  /** Returns the post types that are deleted with their author. */
  typesDeletedWithUser: () => string[];
}

/** Details stored as metadata, with the defaults of a new account (WordPress: _get_additional_user_keys). */
const META_DEFAULTS: Record<string, string> = {
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
/** Creates, updates and deletes accounts (WordPress: wp_insert_user, wp_update_user, wp_delete_user). */
export function createUserWrites({
  db,
  hooks,
  options,
  meta,
  roles,
  fields,
  find,
  getUserBy,
  posts,
  typesDeletedWithUser,
}: UserWriteDeps): Pick<
  UsersApi,
  'wpInsertUser' | 'wpUpdateUser' | 'wpCreateUser' | 'wpDeleteUser' | 'wpGetUserContactMethods'
> {
  async function wpGetUserContactMethods(user: User | null): Promise<Record<string, string>> {
    return hooks.applyFilters<Record<string, string>>('user_contactmethods', {}, user);
  }

  /** Returns the input that is stored as metadata; a new account gets every key. */
  async function readDetails(
    input: UserInput,
    login: string,
    contacts: readonly string[],
    isNew: boolean,
  ): Promise<Record<string, unknown>> {
    const details: Record<string, unknown> = {};
    for (const [key, fallback] of [
      ...Object.entries(META_DEFAULTS),
      ...contacts.map((method) => [method, undefined] as const),
    ]) {
      const inputValue = input.contacts?.[key] ?? (input[key as keyof UserInput] as string | undefined);
      if (inputValue === undefined && (!isNew || fallback === undefined)) continue;
      details[key] = await hooks.applyFilters(
        `pre_user_${key}`,
        inputValue ?? (key === 'nickname' ? login : (fallback ?? '')),
      );
    }
    return details;
  }

  async function wpInsertUser(rawInput: UserInput): Promise<number | WpError> {
    const input = removeNulFromFields(rawInput);
    const old = input.id === undefined ? undefined : await find('id', input.id);
    if (input.id !== undefined && !old) return new WpError('invalid_user_id', 'Invalid user ID.');
    const contacts = Object.keys(await wpGetUserContactMethods(old ?? null));
    const validated = await fields.complete(input, old);
    if (validated instanceof WpError) return validated;
    const columns = await hooks.applyFilters<Omit<User, 'id'>>(
      'wp_pre_insert_user_data',
      validated,
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
        id = getInsertedId(await db()('users').insert(columns));
      }
      const details = await readDetails(input, columns.user_login, contacts, old === undefined);
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

  async function wpDeleteUser(id: number, reassign: number | null = null): Promise<boolean> {
    const user = await getUserBy('id', id);
    if (!user || reassign === id) return false;
    return db.transaction(async () => {
      await hooks.doAction('delete_user', id, reassign, user);
      if (reassign === null) {
        const types = await hooks.applyFilters('post_types_to_delete_with_user', typesDeletedWithUser(), id);
        const postIds = await db()('posts')
          .where({ post_author: id })
          .whereIn('post_type', types)
          .pluck<number[]>('id');
        for (const post of postIds) await posts().wpDeletePost(post);
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

  return {
    wpInsertUser,
    wpUpdateUser,
    wpGetUserContactMethods,
    wpCreateUser: (login, password, email = '') =>
      wpInsertUser({ user_login: login, user_pass: password, user_email: email }),
    wpDeleteUser,
  };
}
