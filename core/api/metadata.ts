import type { MaybePromise } from './maybe-promise.js';
import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** Objects that carry metadata. */
export type MetaType = 'post' | 'user' | 'term' | 'comment';

/** What `registerMeta` takes. */
export interface MetaArgs {
  objectSubtype?: string;
  type?: string;
  description?: string;
  single?: boolean;
  default?: unknown;
  /** Cleans a value before it is stored. */
  sanitizeCallback?: (value: unknown, key: string, type: string) => unknown;
  /** What is wrong with a value that a program sends: a sentence; empty when all is well. @since 0.2.0 */
  validateCallback?: (value: unknown) => MaybePromise<string>;
  /** Decides who may write the key. */
  authCallback?: (
    allowed: boolean,
    key: string,
    objectId: number,
    userId: number,
    capability: string,
    caps: string[],
  ) => unknown;
  showInRest?: boolean | Record<string, unknown>;
}

/** One stored value. */
export interface MetaRow {
  meta_id: number;
  object_id: number;
  meta_key: string;
  meta_value: unknown;
}

/** Named values on posts, users, terms and comments. @since 0.1.0 */
export interface MetadataApi {
  /** All values as a list, the first with `single`; without a key every key's list of stored texts. */
  getMetadata(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  /** As `getMetadata`, but null where nothing is stored, instead of a default (`get_metadata_raw`). */
  getMetadataRaw(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  /** The default that was registered for a key, as `getMetadata` would give it (`get_metadata_default`). */
  getMetadataDefault(type: MetaType, objectId: number, key: string, single?: boolean): Promise<unknown>;
  /** Whether anything is stored under the key (`metadata_exists`). */
  metadataExists(type: MetaType, objectId: number, key: string): AsyncAnswer;
  /** Adds a value under a key, and answers its row's id; false with `unique` when there is one (`add_metadata`). */
  addMetadata(type: MetaType, objectId: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** Replaces the values under a key, or those that equal `previous`. The new row's id when there was none; false when nothing changed (`update_metadata`). */
  updateMetadata(
    type: MetaType,
    objectId: number,
    key: string,
    value: unknown,
    previous?: unknown,
  ): Promise<number | boolean>;
  /** Removes the values under a key, or those that equal `value`; of every object with `all` (`delete_metadata`). */
  deleteMetadata(type: MetaType, objectId: number, key: string, value?: unknown, all?: boolean): Promise<boolean>;
  /** A row by its own id, or false (`get_metadata_by_mid`). */
  getMetadataByMid(type: MetaType, metaId: number): Promise<MetaRow | false>;
  /** Changes a row by its own id, and its key when given (`update_metadata_by_mid`). */
  updateMetadataByMid(type: MetaType, metaId: number, value: unknown, key?: string): Promise<boolean>;
  /** Removes a row by its own id (`delete_metadata_by_mid`). */
  deleteMetadataByMid(type: MetaType, metaId: number): Promise<boolean>;
  /** Makes a key known: its type, default, who may write it, and whether REST shows it (`register_meta`). */
  registerMeta(type: MetaType, key: string, args?: MetaArgs): boolean;
  /** Takes back `registerMeta`; false when it was not registered (`unregister_meta_key`). */
  unregisterMetaKey(type: MetaType, key: string, objectSubtype?: string): boolean;
  /** Whether a key is registered (`registered_meta_key_exists`). */
  registeredMetaKeyExists(type: MetaType, key: string, objectSubtype?: string): boolean;
  /** The registered keys of a kind of object, with what was said of them (`get_registered_meta_keys`). */
  getRegisteredMetaKeys(type: MetaType, objectSubtype?: string): ReadonlyMap<string, MetaArgs>;
  /** Whether a key is for code only: its name begins with `_`, unless a filter says otherwise (`is_protected_meta`). */
  isProtectedMeta(key: string, type?: MetaType | ''): AsyncAnswer;
  /** A value as it would be stored, after the key's own cleaning (`sanitize_meta`). */
  sanitizeMeta(key: string, value: unknown, type: MetaType, subtype?: string): Promise<unknown>;

  /** `getMetadata` of a post (`get_post_meta`). */
  getPostMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** `addMetadata` of a post; of a revision, its post's (`add_post_meta`). */
  addPostMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** `updateMetadata` of a post; of a revision, its post's (`update_post_meta`). */
  updatePostMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  /** `deleteMetadata` of a post; of a revision, its post's (`delete_post_meta`). */
  deletePostMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  /** Removes a key from every post (`delete_post_meta_by_key`). */
  deletePostMetaByKey(key: string): Promise<boolean>;
  /** `getMetadata` of a user (`get_user_meta`). */
  getUserMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** `addMetadata` of a user (`add_user_meta`). */
  addUserMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** `updateMetadata` of a user (`update_user_meta`). */
  updateUserMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  /** `deleteMetadata` of a user (`delete_user_meta`). */
  deleteUserMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  /** `getMetadata` of a term (`get_term_meta`). */
  getTermMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** `addMetadata` of a term (`add_term_meta`). */
  addTermMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false | WpError>;
  /** `updateMetadata` of a term (`update_term_meta`). */
  updateTermMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean | WpError>;
  /** `deleteMetadata` of a term (`delete_term_meta`). */
  deleteTermMeta(id: number, key: string, value?: unknown): Promise<boolean>;
}
