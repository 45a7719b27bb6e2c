import type { MaybePromise } from './maybe-promise.js';
import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/** Object types with metadata. */
export type MetaType = 'post' | 'user' | 'term' | 'comment';

/** Arguments of `registerMeta`. */
export interface MetaArgs {
  objectSubtype?: string;
  type?: string;
  description?: string;
  single?: boolean;
  default?: unknown;
  /** Sanitizes a value before it is stored. */
  sanitizeCallback?: (value: unknown, key: string, type: string) => unknown;
  /**
   * Returns an error message for an invalid value sent by an API client; empty if it is valid.
   * @since 0.1.0
   */
  validateCallback?: (value: unknown) => MaybePromise<string>;
  /** Decides whether a user may write the key. */
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

/** A stored metadata row. */
export interface MetaRow {
  meta_id: number;
  object_id: number;
  meta_key: string;
  meta_value: unknown;
}

/**
 * Metadata of posts, users, terms and comments.
 * @since 0.1.0
 */
export interface MetadataApi {
  /**
   * Returns all values of a key as a list, or the first one with `single`; without a key, the lists of stored strings
   * by key (`get_metadata`).
   */
  getMetadata(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  /** As `getMetadata`, but returns null instead of a default if nothing is stored (`get_metadata_raw`). */
  getMetadataRaw(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  /** Returns the registered default of a key in the form `getMetadata` returns it (`get_metadata_default`). */
  getMetadataDefault(type: MetaType, objectId: number, key: string, single?: boolean): Promise<unknown>;
  /** Whether a value is stored under a key (`metadata_exists`). */
  metadataExists(type: MetaType, objectId: number, key: string): AsyncResult;
  /**
   * Adds a value under a key and returns the row ID; with `unique`, false if the key already has a value
   * (`add_metadata`).
   */
  addMetadata(type: MetaType, objectId: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /**
   * Replaces the values of a key, or those equal to `previous`. Returns the ID of the new row if there was none; false
   * if nothing changed (`update_metadata`).
   */
  updateMetadata(
    type: MetaType,
    objectId: number,
    key: string,
    value: unknown,
    previous?: unknown,
  ): Promise<number | boolean>;
  /** Deletes the values of a key, or those equal to `value`; with `all`, from all objects (`delete_metadata`). */
  deleteMetadata(type: MetaType, objectId: number, key: string, value?: unknown, all?: boolean): Promise<boolean>;
  /** Returns a row by its own ID, or false (`get_metadata_by_mid`). */
  getMetadataByMid(type: MetaType, metaId: number): Promise<MetaRow | false>;
  /** Updates a row by its own ID, including its key if given (`update_metadata_by_mid`). */
  updateMetadataByMid(type: MetaType, metaId: number, value: unknown, key?: string): Promise<boolean>;
  /** Deletes a row by its own ID (`delete_metadata_by_mid`). */
  deleteMetadataByMid(type: MetaType, metaId: number): Promise<boolean>;
  /** Registers a key: its type, default, write permission and visibility in the REST API (`register_meta`). */
  registerMeta(type: MetaType, key: string, args?: MetaArgs): boolean;
  /** Unregisters a key; false if it is not registered (`unregister_meta_key`). */
  unregisterMetaKey(type: MetaType, key: string, objectSubtype?: string): boolean;
  /** Whether a key is registered (`registered_meta_key_exists`). */
  registeredMetaKeyExists(type: MetaType, key: string, objectSubtype?: string): boolean;
  /** Returns the registered keys of an object type with their arguments (`get_registered_meta_keys`). */
  getRegisteredMetaKeys(type: MetaType, objectSubtype?: string): ReadonlyMap<string, MetaArgs>;
  /** Whether a key is internal: its name starts with `_`, unless a filter changes the result (`is_protected_meta`). */
  isProtectedMeta(key: string, type?: MetaType | ''): AsyncResult;
  /** Returns a value as it would be stored, after the key's sanitize callback (`sanitize_meta`). */
  sanitizeMeta(key: string, value: unknown, type: MetaType, subtype?: string): Promise<unknown>;

  /** As `getMetadata`, for a post (`get_post_meta`). */
  getPostMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** As `addMetadata`, for a post; for a revision, its parent post (`add_post_meta`). */
  addPostMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** As `updateMetadata`, for a post; for a revision, its parent post (`update_post_meta`). */
  updatePostMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  /** As `deleteMetadata`, for a post; for a revision, its parent post (`delete_post_meta`). */
  deletePostMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  /** Deletes a key from all posts (`delete_post_meta_by_key`). */
  deletePostMetaByKey(key: string): Promise<boolean>;
  /** As `getMetadata`, for a user (`get_user_meta`). */
  getUserMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** As `addMetadata`, for a user (`add_user_meta`). */
  addUserMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  /** As `updateMetadata`, for a user (`update_user_meta`). */
  updateUserMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  /** As `deleteMetadata`, for a user (`delete_user_meta`). */
  deleteUserMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  /** As `getMetadata`, for a term (`get_term_meta`). */
  getTermMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  /** As `addMetadata`, for a term (`add_term_meta`). */
  addTermMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false | WpError>;
  /** As `updateMetadata`, for a term (`update_term_meta`). */
  updateTermMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean | WpError>;
  /** As `deleteMetadata`, for a term (`delete_term_meta`). */
  deleteTermMeta(id: number, key: string, value?: unknown): Promise<boolean>;
}
