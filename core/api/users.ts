import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** One account; fields are the columns of WordPress's users table. */
export interface User {
  id: number;
  user_login: string;
  /** The password's hash. */
  user_pass: string;
  user_nicename: string;
  user_email: string;
  user_url: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  user_registered: string;
  user_activation_key: string;
  display_name: string;
}

/** An account with what it may do. */
export interface UserWithRoles extends User {
  roles: string[];
}

/** What `wpInsertUser` and `wpUpdateUser` take; `user_pass` is the password itself, not its hash. */
export interface UserInput {
  id?: number;
  user_login?: string;
  user_pass?: string;
  user_nicename?: string;
  user_email?: string;
  user_url?: string;
  user_registered?: string;
  user_activation_key?: string;
  display_name?: string;
  nickname?: string;
  first_name?: string;
  last_name?: string;
  description?: string;
  locale?: string;
  role?: string;
  meta_input?: Record<string, unknown>;
  /** What was given for the ways of `wpGetUserContactMethods`. */
  contacts?: Readonly<Record<string, string>>;
}

/** Arguments of `getUsers`, with the names of `WP_User_Query`. */
export interface UserQuery {
  search?: string;
  search_columns?: string[];
  role?: string | string[];
  role__in?: string[];
  role__not_in?: string[];
  include?: number[];
  exclude?: number[];
  login?: string;
  nicename?: string;
  login__in?: string[];
  nicename__in?: string[];
  /** Only authors of published posts of these types; `true` for every public type. */
  has_published_posts?: boolean | string[];
  meta_key?: string;
  meta_value?: unknown;
  orderby?: string;
  order?: string;
  number?: number;
  paged?: number;
  offset?: number;
  capability?: string;
  /** Accounts that have any of these capabilities. */
  capability__in?: readonly string[];
}

/** What a user can be found by. */
export type UserField = 'id' | 'ID' | 'slug' | 'email' | 'login';

/** @since 0.1.0 */
export interface UsersApi {
  /** A user by id, or false (`get_userdata`). */
  getUserdata(id: number): Promise<UserWithRoles | false>;
  /** A user by one of the unique fields, or false (`get_user_by`). */
  getUserBy(field: UserField, value: string | number): Promise<UserWithRoles | false>;
  /** The id of the account with this login, or false (`username_exists`). */
  usernameExists(login: string): AsyncAnswer<number | false>;
  /** The id of the user with this e-mail address, or false (`email_exists`). */
  emailExists(email: string): AsyncAnswer<number | false>;
  /** Whether a login name has only the characters allowed (`validate_username`). */
  validateUsername(login: string): AsyncAnswer;
  /** Creates a user, or changes the one whose id is given (`wp_insert_user`). */
  wpInsertUser(input: UserInput): Promise<number | WpError>;
  /** Changes a user; what is left out stays. A new password ends the user's other sessions (`wp_update_user`). */
  wpUpdateUser(input: UserInput & { id: number }): Promise<number | WpError>;
  /** Further ways to reach somebody, by the name of their metadata, which the profile asks for (`wp_get_user_contact_methods`). */
  wpGetUserContactMethods(user: User | null): Promise<Record<string, string>>;
  /** Creates a user of the default role (`wp_create_user`). */
  wpCreateUser(login: string, password: string, email?: string): Promise<number | WpError>;
  /** Removes an account; its posts go to `reassign`, or are deleted (`wp_delete_user`). */
  wpDeleteUser(id: number, reassign?: number | null): Promise<boolean>;
  /** The users a query asks for, and how many there are in all (`get_users`). */
  getUsers(query?: UserQuery): Promise<{ users: UserWithRoles[]; total: number }>;
  /** How many users there are, in all and in each role (`count_users`). */
  countUsers(): Promise<{ total_users: number; avail_roles: Record<string, number> }>;
  /** Sets a password, and ends the user's sessions (`wp_set_password`). */
  wpSetPassword(password: string, id: number): Promise<void>;
  /** Whether the password is the account's; an outdated hash is renewed. */
  wpCheckPassword(password: string, user: Pick<User, 'id' | 'user_pass'>): AsyncAnswer;
  /** A password's hash, for storing (`wp_hash_password`). */
  wpHashPassword(password: string): Promise<string>;
  /** Compares a password with a hash of {@link wpHashPassword}. */
  verifyPassword(password: string, hash: string): AsyncAnswer;
  /** The account with this login or e-mail and password; takes as long for unknown accounts as for known ones. */
  wpAuthenticateUsernamePassword(loginOrEmail: string, password: string): Promise<UserWithRoles | WpError>;
  /** A user's own value of an option; without a user, the current one's (`get_user_option`). */
  getUserOption(name: string, userId?: number): Promise<unknown>;
  /** Stores a user's own value of an option (`update_user_option`). */
  updateUserOption(userId: number, name: string, value: unknown, global?: boolean): Promise<number | boolean>;
  /** Removes a user's own value of an option (`delete_user_option`). */
  deleteUserOption(userId: number, name: string, global?: boolean): Promise<boolean>;
  /** One public field of a user, as text (`get_the_author_meta`). */
  getTheAuthorMeta(field: string, userId: number): Promise<string>;
}

/** A named set of capabilities. */
export interface Role {
  /** The key, such as `editor`. */
  name: string;
  /** What people read, such as `Editor`. */
  label: string;
  capabilities: Record<string, boolean>;
}

/** What one user was given and what it amounts to. */
export interface UserCapabilities {
  roles: string[];
  /** Roles and single capabilities of the user itself. */
  caps: Record<string, boolean>;
  /** Those and the capabilities of the roles. */
  allcaps: Record<string, boolean>;
  level: number;
}

/**
 * What a plugin asks of the user of the current request.
 * @since 0.2.0
 */
export interface CurrentUserApi {
  /**
   * Whether the user of the current request has a capability (`current_user_can`). Answers at once. A callback of `user_has_cap` or
   * `map_meta_cap` that is asynchronous cannot be waited for here: then the answer is no.
   */
  currentUserCan(capability: string | number): boolean;
  /**
   * Whether the user may do it to an object: `await scope.currentUserCan('edit_post', id)`. The answer is a promise, which is always true
   * in a condition without `await`: an entry into a plugin that did not wait fails, and its answer is not used.
   */
  currentUserCan(capability: string | number, object: unknown, ...more: unknown[]): AsyncAnswer;
  /**
   * Goes on only when the user of the current request may do it; visitors are asked to sign in by REST (401), others are refused (403).
   * Write `await` before it: an entry into a plugin that did not wait fails, and its answer is not used.
   * @throws PlinthError `forbidden`
   */
  requireCapability(capability: string | number, ...object: unknown[]): AsyncAnswer<void>;
}

/** @since 0.1.0 */
export interface RolesApi {
  /** Every role with its capabilities (`wp_roles`). */
  getRoles(): Promise<Role[]>;
  /** A role, or null (`get_role`). */
  getRole(name: string): Promise<Role | null>;
  /** The new role, or undefined when there is one of that name (`add_role`). */
  addRole(name: string, label: string, capabilities?: Record<string, boolean>): Promise<Role | undefined>;
  /** Removes a role; those who had it keep its name without effect (`remove_role`). */
  removeRole(name: string): Promise<void>;
  /** Gives a role a capability, or with `grant` false denies it (`WP_Role::add_cap`). */
  addRoleCap(role: string, capability: string, grant?: boolean): Promise<void>;
  /** Takes a capability off a role (`WP_Role::remove_cap`). */
  removeRoleCap(role: string, capability: string): Promise<void>;
  /** Whether a role grants a capability (`WP_Role::has_cap`). */
  roleHasCap(role: string, capability: string): AsyncAnswer;
  /** Writes the five standard roles where none are stored. */
  populateRoles(): Promise<void>;
  /** What a user was given, and what it amounts to (`WP_User::get_role_caps`). */
  userCapabilities(userId: number): Promise<UserCapabilities>;
  /** Gives a user one more role (`WP_User::add_role`). */
  addUserRole(userId: number, role: string): Promise<void>;
  /** Takes a role off a user (`WP_User::remove_role`). */
  removeUserRole(userId: number, role: string): Promise<void>;
  /** Gives a user this role instead of all others; none when it is empty (`WP_User::set_role`). */
  setUserRole(userId: number, role: string): Promise<void>;
  /** Gives a user a single capability, or with `grant` false denies it (`WP_User::add_cap`). */
  addUserCap(userId: number, capability: string, grant?: boolean): Promise<void>;
  /** Takes a single capability off a user (`WP_User::remove_cap`). */
  removeUserCap(userId: number, capability: string): Promise<void>;
  /** Takes every role and capability off a user (`WP_User::remove_all_caps`). */
  removeAllUserCaps(userId: number): Promise<void>;
  /** The primitive capabilities that a capability asks for (`map_meta_cap`). */
  mapMetaCap(capability: string, userId: number, ...args: unknown[]): Promise<string[]>;
  /** Whether a user, 0 for a visitor, has a capability (`user_can`). */
  userCan(userId: number, capability: string | number, ...args: unknown[]): AsyncAnswer;
  /** Whether the user of the current request has it (`current_user_can`). */
  currentUserCan(capability: string | number, ...args: unknown[]): AsyncAnswer;
  /** Whether a post's author has a capability (`author_can`). */
  authorCan(postId: number, capability: string, ...args: unknown[]): AsyncAnswer;
  /** Whether a user may delete users, which on a single site makes a super admin (`is_super_admin`). */
  isSuperAdmin(userId?: number): AsyncAnswer;
}
