import type { UploadCandidate } from './values.js';
import type { UploadOverrides } from '../uploads.js';
import type { UserWithRoles } from '../users.js';
import type { MetaType, CallbacksByName, TransientKind, UploadAction } from './kinds.js';

interface MetaFilters
  extends
    CallbacksByName<
      `get_${MetaType}_metadata`,
      (value: unknown, objectId: number, key: string, single: boolean, metaType: MetaType) => unknown
    >,
    CallbacksByName<
      `default_${MetaType}_metadata`,
      (value: unknown, objectId: number, key: string, single: boolean, metaType: MetaType) => unknown
    >,
    CallbacksByName<
      `add_${MetaType}_metadata`,
      (done: unknown, objectId: number, key: string, value: unknown, unique: boolean) => unknown
    >,
    CallbacksByName<
      `update_${MetaType}_metadata`,
      (done: unknown, objectId: number, key: string, value: unknown, previous: unknown) => unknown
    >,
    CallbacksByName<
      `delete_${MetaType}_metadata`,
      (done: unknown, objectId: number, key: string, value: unknown, deleteAll: boolean) => unknown
    >,
    CallbacksByName<
      `get_${MetaType}_metadata_by_mid` | `delete_${MetaType}_metadata_by_mid`,
      (done: unknown, metaId: number) => unknown
    >,
    CallbacksByName<
      `update_${MetaType}_metadata_by_mid`,
      (done: unknown, metaId: number, value: unknown, key: string | false) => unknown
    > {}

interface MetaActions
  extends
    CallbacksByName<`add_${MetaType}_meta`, (objectId: number, key: string, value: unknown) => void>,
    CallbacksByName<
      `added_${MetaType}_meta` | `update_${MetaType}_meta` | `updated_${MetaType}_meta`,
      (metaId: number, objectId: number, key: string, value: unknown) => void
    >,
    CallbacksByName<
      `delete_${MetaType}_meta` | `deleted_${MetaType}_meta`,
      (metaIds: number[], objectId: number, key: string, value: unknown) => void
    > {}

interface TransientActions
  extends
    CallbacksByName<
      `set_${TransientKind}` | `setted_${TransientKind}`,
      (name: string, value: unknown, expiration: number) => void
    >,
    CallbacksByName<`deleted_${TransientKind}`, (name: string) => void> {}

interface UploadFilters
  extends
    CallbacksByName<`${UploadAction}_prefilter`, (file: UploadCandidate) => UploadCandidate>,
    CallbacksByName<
      `${UploadAction}_overrides`,
      (overrides: UploadOverrides, file: UploadCandidate) => UploadOverrides
    > {}

/** Stored values may have any type. */
type OptionFilter = (value: unknown, option: string) => unknown;
type MetaCheck = (
  allowed: boolean,
  key: string,
  objectId: number,
  userId: number,
  capability: string,
  caps: string[],
) => unknown;
type SanitizeMeta = (value: unknown, key: string, metaType: MetaType, subtype?: string) => unknown;

/** WordPress's hooks with an option, transient, metadata key or field in their name. */
declare module '../hooks.js' {
  interface Filters extends MetaFilters, UploadFilters {}
  interface Actions extends MetaActions, TransientActions {}

  interface FilterPatterns {
    [name: `option_${string}`]: OptionFilter;
    [name: `pre_option_${string}`]: (value: unknown, option: string, fallback: unknown) => unknown;
    [name: `default_option_${string}`]: (fallback: unknown, option: string, isGiven: boolean) => unknown;
    [name: `pre_update_option_${string}`]: (value: unknown, oldValue: unknown, option: string) => unknown;
    [name: `sanitize_option_${string}`]: (value: unknown, option: string, original: unknown) => unknown;
    [name: `pre_transient_${string}`]: (value: unknown, name: string) => unknown;
    [name: `pre_site_transient_${string}`]: (value: unknown, name: string) => unknown;
    [name: `transient_${string}`]: (value: unknown, name: string) => unknown;
    [name: `site_transient_${string}`]: (value: unknown, name: string) => unknown;
    [name: `pre_set_transient_${string}`]: (value: unknown, expiration: number, name: string) => unknown;
    [name: `pre_set_site_transient_${string}`]: (value: unknown, expiration: number, name: string) => unknown;
    [name: `expiration_of_transient_${string}`]: (expiration: number, value: unknown, name: string) => number;
    [name: `expiration_of_site_transient_${string}`]: (expiration: number, value: unknown, name: string) => number;
    [name: `sanitize_post_meta_${string}`]: SanitizeMeta;
    [name: `sanitize_user_meta_${string}`]: SanitizeMeta;
    [name: `sanitize_term_meta_${string}`]: SanitizeMeta;
    [name: `sanitize_comment_meta_${string}`]: SanitizeMeta;
    [name: `auth_post_meta_${string}`]: MetaCheck;
    [name: `auth_user_meta_${string}`]: MetaCheck;
    [name: `auth_term_meta_${string}`]: MetaCheck;
    [name: `auth_comment_meta_${string}`]: MetaCheck;
    [name: `get_user_option_${string}`]: (value: unknown, option: string, user: UserWithRoles) => unknown;
    [name: `get_the_author_${string}`]: (value: unknown, userId: number, originalUserId: number) => unknown;
    [name: `pre_user_${string}`]: (value: string) => string;
  }

  interface ActionPatterns {
    [name: `add_option_${string}`]: (option: string, value: unknown) => void;
    [name: `update_option_${string}`]: (oldValue: unknown, value: unknown, option: string) => void;
    [name: `delete_option_${string}`]: (option: string) => void;
    [name: `set_transient_${string}`]: (value: unknown, expiration: number, name: string) => void;
    [name: `set_site_transient_${string}`]: (value: unknown, expiration: number, name: string) => void;
    [name: `delete_transient_${string}`]: (name: string) => void;
    [name: `delete_site_transient_${string}`]: (name: string) => void;
  }
}

export type {};
