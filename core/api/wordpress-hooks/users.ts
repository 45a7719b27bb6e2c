import type { User, UserCapabilities, UserInput, UserQuery, UserWithRoles } from '../users.js';
import type { AvatarArgs, AvatarSubject } from './values.js';

/** WordPress's hooks of users and their capabilities, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    check_password: (matches: boolean, password: string, hash: string, userId: number) => boolean;
    email_exists: (userId: number | false, email: string) => number | false;
    file_mod_allowed: (allowed: boolean, context: string) => boolean;
    get_avatar: (
      html: string,
      subject: AvatarSubject,
      size: number,
      fallback: string,
      alt: string,
      args: Partial<AvatarArgs>,
    ) => string;
    insert_user_meta: (
      meta: Record<string, unknown>,
      user: UserWithRoles | false,
      update: boolean,
      input: UserInput,
    ) => Record<string, unknown>;
    map_meta_cap: (caps: string[], capability: string, userId: number, args: unknown[]) => string[];
    post_types_to_delete_with_user: (postTypes: string[], userId: number) => string[];
    pre_get_avatar: (html: string | null, subject: AvatarSubject, args: Partial<AvatarArgs>) => string | null;
    pre_get_users: (query: UserQuery) => UserQuery;
    role_has_cap: (capabilities: Record<string, boolean>, capability: string, role: string) => Record<string, boolean>;
    user_contactmethods: (methods: Record<string, string>, user: User | null) => Record<string, string>;
    user_has_cap: (
      allCaps: Record<string, boolean>,
      caps: string[],
      args: unknown[],
      user: UserCapabilities & { id: number },
    ) => Record<string, boolean>;
    username_exists: (userId: number | false, username: string) => number | false;
    users_pre_query: (users: UserWithRoles[] | null, query: UserQuery) => UserWithRoles[] | null;
    validate_username: (valid: boolean, username: string) => boolean;
    wp_pre_insert_user_data: (
      data: Omit<User, 'id'>,
      update: boolean,
      userId: number | null,
      input: UserInput,
    ) => Omit<User, 'id'>;
  }

  interface Actions {
    add_user_role: (userId: number, role: string) => void;
    delete_user: (userId: number, reassign: number | null, user: UserWithRoles) => void;
    deleted_user: (userId: number, reassign: number | null, user: UserWithRoles) => void;
    profile_update: (userId: number, oldUser: User, input: UserInput) => void;
    remove_user_role: (userId: number, name: string) => void;
    set_current_user: () => void;
    set_user_role: (userId: number, role: string, oldRoles: string[]) => void;
    user_register: (userId: number, input: UserInput) => void;
    wp_set_password: (password: string, userId: number) => void;
    wp_update_user: (userId: number, input: UserInput, rawInput: UserInput) => void;
  }
}

export type {};
