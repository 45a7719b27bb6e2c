import type { ContentTypesApi, HookApi, MaybePromise, MetadataApi, MetaType, OptionsApi, Post } from '../api/index.js';

/** What mapping a capability needs to know of the site. */
export interface CapabilityNeeds {
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  meta: Pick<MetadataApi, 'getPostMeta' | 'isProtectedMeta'>;
  types: Pick<ContentTypesApi, 'getPostTypeObject' | 'getPostTypes' | 'getPostStatusObject' | 'getTaxonomy'>;
  post(id: number): Promise<Post | null>;
  /** The status, an attachment's being its parent's. */
  postStatus(id: number): Promise<string | false>;
  term(id: number): Promise<{ term_id: number; taxonomy: string } | null>;
  comment(id: number): Promise<{ comment_post_id: number } | null>;
  /** The post type, taxonomy or kind of an object; empty when it does not exist. */
  subtype(type: MetaType, id: number): Promise<string>;
  isSuperAdmin(userId: number): Promise<boolean>;
  /** What the site's settings forbid to everybody. */
  forbidden?: { fileChanges?: boolean; unfilteredHtml?: boolean };
}

/** Answers the primitive capabilities that a capability takes. */
export type MapCapability = (capability: string, userId: number, ...args: unknown[]) => MaybePromise<string[]>;

/** The capability that nobody has. */
export const NOBODY = 'do_not_allow';
export const DENIED = [NOBODY];

/** The number of an object that is asked about, given as a number, its text or the object. */
export function toId(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return toId(value.id);
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}
