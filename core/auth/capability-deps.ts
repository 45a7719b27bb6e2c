import type { ContentTypesApi, HookApi, MetadataApi, MetaType, OptionsApi, Post } from '../api/index.js';

/** Site data required to map a capability. */
export interface CapabilityDeps {
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  meta: Pick<MetadataApi, 'getPostMeta' | 'isProtectedMeta'>;
  types: Pick<ContentTypesApi, 'getPostTypeObject' | 'getPostTypes' | 'getPostStatusObject' | 'getTaxonomy'>;
  post(id: number): Promise<Post | null>;
  /** Returns the post status; an attachment has that of its parent. */
  postStatus(id: number): Promise<string | false>;
  term(id: number): Promise<{ term_id: number; taxonomy: string } | null>;
  comment(id: number): Promise<{ comment_post_id: number } | null>;
  /** Returns the post type, taxonomy or kind of an object; empty if it does not exist. */
  subtype(type: MetaType, id: number): Promise<string>;
  isSuperAdmin(userId: number): Promise<boolean>;
  /** Capabilities that the site's settings deny to everyone. */
  forbidden?: { fileChanges?: boolean; unfilteredHtml?: boolean };
}

/** Returns the primitive capabilities that a capability requires. */
export type MapCapability = (capability: string, userId: number, ...args: unknown[]) => Promise<string[]>;

/** The capability that no user has. */
export const DO_NOT_ALLOW = 'do_not_allow';
export const DENIED = [DO_NOT_ALLOW];

/** Returns the ID of an object, passed as a number, a numeric string or the object itself. */
export function toId(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return toId(value.id);
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}
