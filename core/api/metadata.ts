import type { WpError } from './wp-error.js';

/** Objects that carry metadata. */
export type MetaType = 'post' | 'user' | 'term' | 'comment';

export interface MetaArgs {
  objectSubtype?: string;
  type?: string;
  description?: string;
  single?: boolean;
  default?: unknown;
  sanitizeCallback?: (value: unknown, key: string, type: string) => unknown;
  authCallback?: (allowed: boolean, key: string, objectId: number, userId: number, capability: string, caps: string[]) => unknown;
  showInRest?: boolean | Record<string, unknown>;
}

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
  getMetadataRaw(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  getMetadataDefault(type: MetaType, objectId: number, key: string, single?: boolean): Promise<unknown>;
  metadataExists(type: MetaType, objectId: number, key: string): Promise<boolean>;
  addMetadata(type: MetaType, objectId: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  updateMetadata(type: MetaType, objectId: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  deleteMetadata(type: MetaType, objectId: number, key: string, value?: unknown, all?: boolean): Promise<boolean>;
  getMetadataByMid(type: MetaType, metaId: number): Promise<MetaRow | false>;
  updateMetadataByMid(type: MetaType, metaId: number, value: unknown, key?: string): Promise<boolean>;
  deleteMetadataByMid(type: MetaType, metaId: number): Promise<boolean>;
  registerMeta(type: MetaType, key: string, args?: MetaArgs): boolean;
  unregisterMetaKey(type: MetaType, key: string, objectSubtype?: string): boolean;
  registeredMetaKeyExists(type: MetaType, key: string, objectSubtype?: string): boolean;
  getRegisteredMetaKeys(type: MetaType, objectSubtype?: string): ReadonlyMap<string, MetaArgs>;
  isProtectedMeta(key: string, type?: MetaType | ''): Promise<boolean>;
  sanitizeMeta(key: string, value: unknown, type: MetaType, subtype?: string): Promise<unknown>;

  getPostMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  addPostMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  updatePostMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  deletePostMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  deletePostMetaByKey(key: string): Promise<boolean>;
  getUserMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  addUserMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  updateUserMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  deleteUserMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  getTermMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  addTermMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false | WpError>;
  updateTermMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean | WpError>;
  deleteTermMeta(id: number, key: string, value?: unknown): Promise<boolean>;
}
