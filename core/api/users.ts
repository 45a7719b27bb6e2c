import type { WpError } from './wp-error.js';

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
}

export type UserField = 'id' | 'ID' | 'slug' | 'email' | 'login';

/** @since 0.1.0 */
export interface UsersApi {
  getUserdata(id: number): Promise<UserWithRoles | false>;
  getUserBy(field: UserField, value: string | number): Promise<UserWithRoles | false>;
  /** The id of the account with this login, or false (`username_exists`). */
  usernameExists(login: string): Promise<number | false>;
  emailExists(email: string): Promise<number | false>;
  validateUsername(login: string): Promise<boolean>;
  wpInsertUser(input: UserInput): Promise<number | WpError>;
  wpUpdateUser(input: UserInput & { id: number }): Promise<number | WpError>;
  wpCreateUser(login: string, password: string, email?: string): Promise<number | WpError>;
  /** Removes an account; its posts go to `reassign`, or are deleted (`wp_delete_user`). */
  wpDeleteUser(id: number, reassign?: number | null): Promise<boolean>;
  getUsers(query?: UserQuery): Promise<{ users: UserWithRoles[]; total: number }>;
  countUsers(): Promise<{ total_users: number; avail_roles: Record<string, number> }>;
  wpSetPassword(password: string, id: number): Promise<void>;
  /** Whether the password is the account's; an outdated hash is renewed. */
  wpCheckPassword(password: string, user: Pick<User, 'id' | 'user_pass'>): Promise<boolean>;
  wpHashPassword(password: string): Promise<string>;
  /** Compares a password with a hash of {@link wpHashPassword}. */
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** The account with this login or e-mail and password; takes as long for unknown accounts as for known ones. */
  wpAuthenticateUsernamePassword(loginOrEmail: string, password: string): Promise<UserWithRoles | WpError>;
  getUserOption(name: string, userId?: number): Promise<unknown>;
  updateUserOption(userId: number, name: string, value: unknown, global?: boolean): Promise<number | boolean>;
  deleteUserOption(userId: number, name: string, global?: boolean): Promise<boolean>;
  getTheAuthorMeta(field: string, userId: number): Promise<string>;
}

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

/** @since 0.1.0 */
export interface RolesApi {
  getRoles(): Promise<Role[]>;
  getRole(name: string): Promise<Role | null>;
  /** The new role, or undefined when there is one of that name (`add_role`). */
  addRole(name: string, label: string, capabilities?: Record<string, boolean>): Promise<Role | undefined>;
  removeRole(name: string): Promise<void>;
  addRoleCap(role: string, capability: string, grant?: boolean): Promise<void>;
  removeRoleCap(role: string, capability: string): Promise<void>;
  roleHasCap(role: string, capability: string): Promise<boolean>;
  /** Writes the five standard roles where none are stored. */
  populateRoles(): Promise<void>;
  userCapabilities(userId: number): Promise<UserCapabilities>;
  addUserRole(userId: number, role: string): Promise<void>;
  removeUserRole(userId: number, role: string): Promise<void>;
  setUserRole(userId: number, role: string): Promise<void>;
  addUserCap(userId: number, capability: string, grant?: boolean): Promise<void>;
  removeUserCap(userId: number, capability: string): Promise<void>;
  removeAllUserCaps(userId: number): Promise<void>;
  /** The primitive capabilities that a capability asks for (`map_meta_cap`). */
  mapMetaCap(capability: string, userId: number, ...args: unknown[]): Promise<string[]>;
  /** Whether a user, 0 for a visitor, has a capability (`user_can`). */
  userCan(userId: number, capability: string | number, ...args: unknown[]): Promise<boolean>;
  /** Whether the user of the current request has it (`current_user_can`). */
  currentUserCan(capability: string | number, ...args: unknown[]): Promise<boolean>;
  authorCan(postId: number, capability: string, ...args: unknown[]): Promise<boolean>;
  isSuperAdmin(userId?: number): Promise<boolean>;
}
