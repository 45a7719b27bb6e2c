import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** A user account; fields are the columns of WordPress's users table. */
export interface User {
  id: number;
  user_login: string;
  /** Password hash. */
  user_pass: string;
  user_nicename: string;
  user_email: string;
  user_url: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  user_registered: string;
  user_activation_key: string;
  display_name: string;
}

/** A user with roles and capabilities. */
export interface UserWithRoles extends User {
  roles: string[];
}

/** Input of `wpInsertUser` and `wpUpdateUser`; `user_pass` is the plain-text password, not its hash. */
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
  /** Values of the contact methods of `wpGetUserContactMethods`. */
  contacts?: Readonly<Record<string, string>>;
}

/** Query arguments of `getUsers`, with the names of `WP_User_Query`. */
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
  /** Limits the result to authors of published posts of these types; `true` for all public types. */
  has_published_posts?: boolean | string[];
  meta_key?: string;
  meta_value?: unknown;
  orderby?: string;
  order?: string;
  number?: number;
  paged?: number;
  offset?: number;
  capability?: string;
  /** Limits the result to users with any of these capabilities. */
  capability__in?: readonly string[];
}

/** Fields a user can be looked up by. */
export type UserField = 'id' | 'ID' | 'slug' | 'email' | 'login';

/** @since 0.1.0 */
export interface UsersApi {
  /** Returns a user by ID, or false (`get_userdata`). */
  getUserdata(id: number): Promise<UserWithRoles | false>;
  /** Returns a user by a unique field, or false (`get_user_by`). */
  getUserBy(field: UserField, value: string | number): Promise<UserWithRoles | false>;
  /** Returns the ID of the user with this login name, or false (`username_exists`). */
  usernameExists(login: string): AsyncResult<number | false>;
  /** Returns the ID of the user with this email address, or false (`email_exists`). */
  emailExists(email: string): AsyncResult<number | false>;
  /** Whether a login name contains only allowed characters (`validate_username`). */
  validateUsername(login: string): AsyncResult;
  /** Creates a user, or updates the one with the given ID (`wp_insert_user`). */
  wpInsertUser(input: UserInput): Promise<number | WpError>;
  /**
   * Updates a user; omitted fields stay unchanged. A new password ends the user's other sessions (`wp_update_user`).
   */
  wpUpdateUser(input: UserInput & { id: number }): Promise<number | WpError>;
  /** Returns additional contact methods for the profile, by metadata key (`wp_get_user_contact_methods`). */
  wpGetUserContactMethods(user: User | null): Promise<Record<string, string>>;
  /** Creates a user with the default role (`wp_create_user`). */
  wpCreateUser(login: string, password: string, email?: string): Promise<number | WpError>;
  /** Deletes a user; their posts are assigned to `reassign`, or deleted (`wp_delete_user`). */
  wpDeleteUser(id: number, reassign?: number | null): Promise<boolean>;
  /** Returns the users that match a query, and the total number of matches (`get_users`). */
  getUsers(query?: UserQuery): Promise<{ users: UserWithRoles[]; total: number }>;
  /** Returns the number of users, in total and by role (`count_users`). */
  countUsers(): Promise<{ total_users: number; avail_roles: Record<string, number> }>;
  /** Sets a user's password and ends the user's sessions (`wp_set_password`). */
  wpSetPassword(password: string, id: number): Promise<void>;
  /** Whether the password is correct; rehashes it if its hash is outdated (`wp_check_password`). */
  wpCheckPassword(password: string, user: Pick<User, 'id' | 'user_pass'>): AsyncResult;
  /** Returns the hash of a password, for storage (`wp_hash_password`). */
  wpHashPassword(password: string): Promise<string>;
  /** Verifies a password against a hash of {@link wpHashPassword}. */
  verifyPassword(password: string, hash: string): AsyncResult;
  /**
   * Returns the user with this login name or email and password; takes equally long for unknown users, to prevent
   * timing attacks (`wp_authenticate_username_password`).
   */
  wpAuthenticateUsernamePassword(loginOrEmail: string, password: string): Promise<UserWithRoles | WpError>;
  /** Returns a user option, by default of the current user (`get_user_option`). */
  getUserOption(name: string, userId?: number): Promise<unknown>;
  /** Sets a user option (`update_user_option`). */
  updateUserOption(userId: number, name: string, value: unknown, global?: boolean): Promise<number | boolean>;
  /** Deletes a user option (`delete_user_option`). */
  deleteUserOption(userId: number, name: string, global?: boolean): Promise<boolean>;
  /** Returns a public field of a user as text (`get_the_author_meta`). */
  getTheAuthorMeta(field: string, userId: number): Promise<string>;
}

/** A named set of capabilities. */
export interface Role {
  /** Key, such as `editor`. */
  name: string;
  /** Display name, such as `Editor`. */
  label: string;
  capabilities: Record<string, boolean>;
}

/** Roles and capabilities of a user, and the resulting set. */
export interface UserCapabilities {
  roles: string[];
  /** Roles and individual capabilities assigned to the user. */
  caps: Record<string, boolean>;
  /** Assigned capabilities combined with those of the roles. */
  allcaps: Record<string, boolean>;
  level: number;
}

/**
 * Permission checks for the current user.
 * @since 0.1.0
 */
export interface CurrentUserApi {
  /**
   * Whether the current user has a capability (`current_user_can`). Synchronous: a callback of `user_has_cap` or
   * `map_meta_cap` that is asynchronous cannot be awaited here, and the result is false.
   */
  currentUserCan(capability: string | number): boolean;
  /**
   * Whether the current user has a capability for an object: `await scope.currentUserCan('edit_post', id)`. A promise
   * without `await` is always truthy in a condition. A plugin entry point that forgets `await` therefore fails, and its
   * return value is discarded.
   */
  currentUserCan(capability: string | number, object: unknown, ...more: unknown[]): AsyncResult;
  /**
   * Continues only if the current user has the capability; REST asks anonymous visitors to log in (401), others are
   * refused (403). Requires `await`: a plugin entry point that does not await it fails, and its return value is
   * discarded.
   * @throws PlinthError `forbidden`
   */
  requireCapability(capability: string | number, ...object: unknown[]): AsyncResult<void>;
}

/** @since 0.1.0 */
export interface RolesApi {
  /** Returns all roles with their capabilities (`wp_roles`). */
  getRoles(): Promise<Role[]>;
  /** Returns a role, or null (`get_role`). */
  getRole(name: string): Promise<Role | null>;
  /** Adds a role and returns it; undefined if the name exists (`add_role`). */
  addRole(name: string, label: string, capabilities?: Record<string, boolean>): Promise<Role | undefined>;
  /** Removes a role; users who had it keep its name without effect (`remove_role`). */
  removeRole(name: string): Promise<void>;
  /** Grants a capability to a role or, with `grant` false, denies it (`WP_Role::add_cap`). */
  addRoleCap(role: string, capability: string, grant?: boolean): Promise<void>;
  /** Removes a capability from a role (`WP_Role::remove_cap`). */
  removeRoleCap(role: string, capability: string): Promise<void>;
  /** Whether a role grants a capability (`WP_Role::has_cap`). */
  roleHasCap(role: string, capability: string): AsyncResult;
  /** Stores the five default roles if there are none. */
  populateRoles(): Promise<void>;
  /** Returns the roles and capabilities of a user, and the resulting set (`WP_User::get_role_caps`). */
  userCapabilities(userId: number): Promise<UserCapabilities>;
  /** Adds a role to a user (`WP_User::add_role`). */
  addUserRole(userId: number, role: string): Promise<void>;
  /** Removes a role from a user (`WP_User::remove_role`). */
  removeUserRole(userId: number, role: string): Promise<void>;
  /** Replaces all roles of a user with one role, or with none if it is empty (`WP_User::set_role`). */
  setUserRole(userId: number, role: string): Promise<void>;
  /** Grants a capability to a user or, with `grant` false, denies it (`WP_User::add_cap`). */
  addUserCap(userId: number, capability: string, grant?: boolean): Promise<void>;
  /** Removes an individual capability from a user (`WP_User::remove_cap`). */
  removeUserCap(userId: number, capability: string): Promise<void>;
  /** Removes all roles and capabilities from a user (`WP_User::remove_all_caps`). */
  removeAllUserCaps(userId: number): Promise<void>;
  /** Returns the primitive capabilities that a capability requires (`map_meta_cap`). */
  mapMetaCap(capability: string, userId: number, ...args: unknown[]): Promise<string[]>;
  /** Whether a user (0 for an anonymous visitor) has a capability (`user_can`). */
  userCan(userId: number, capability: string | number, ...args: unknown[]): AsyncResult;
  /** Whether the current user has a capability (`current_user_can`). */
  currentUserCan(capability: string | number, ...args: unknown[]): AsyncResult;
  /** Whether a post's author has a capability (`author_can`). */
  authorCan(postId: number, capability: string, ...args: unknown[]): AsyncResult;
  /** Whether a user can delete users, which makes a super admin on a single site (`is_super_admin`). */
  isSuperAdmin(userId?: number): AsyncResult;
}
