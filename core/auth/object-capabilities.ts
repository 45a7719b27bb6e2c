import type { MetaType } from '../api/index.js';
import { type CapabilityDeps, DENIED, type MapCapability, toId } from './capability-deps.js';

interface ObjectCapabilities {
  mapMetaChange(capability: string, userId: number, args: unknown[]): Promise<string[]>;
  mapCommentChange(userId: number, args: unknown[]): Promise<string[]>;
  mapTermChange(capability: string, userId: number, args: unknown[]): Promise<string[]>;
}

/** Maps capabilities for metadata, comments and terms. */
export function createObjectCapabilities(deps: CapabilityDeps, map: MapCapability): ObjectCapabilities {
  const { hooks, options, meta, types } = deps;

  async function mapMetaChange(capability: string, userId: number, args: unknown[]): Promise<string[]> {
    const type = /_(post|comment|term|user)_meta$/.exec(capability)?.[1] as MetaType;
    const id = toId(args[0]);
    if (id === undefined) return DENIED;
    const subtype = await deps.subtype(type, id);
    if (subtype === '') return DENIED;
    const caps = await map(`edit_${type}`, userId, id);
    const key = typeof args[1] === 'string' ? args[1] : '';
    if (key === '') return caps;
    const isWritable = !(await meta.isProtectedMeta(key, type));
    const subtypeHook = `auth_${type}_meta_${key}_for_${subtype}`;
    const filter = hooks.hasFilter(subtypeHook) ? subtypeHook : `auth_${type}_meta_${key}`;
    const allowed = await hooks.applyFilters<unknown>(filter, isWritable, key, id, userId, capability, caps);
    return allowed ? caps : [...caps, capability];
  }

  async function mapCommentChange(userId: number, args: unknown[]): Promise<string[]> {
    const id = toId(args[0]);
    const comment = id === undefined ? null : await deps.comment(id);
    if (!comment) return DENIED;
    return (await deps.post(comment.comment_post_id))
      ? map('edit_post', userId, comment.comment_post_id)
      : map('edit_posts', userId);
  }

  async function mapTermChange(capability: string, userId: number, args: unknown[]): Promise<string[]> {
    const id = toId(args[0]);
    const term = id === undefined ? null : await deps.term(id);
    const taxonomy = term && types.getTaxonomy(term.taxonomy);
    if (!term || !taxonomy) return DENIED;
    if (capability === 'delete_term') {
      for (const option of [`default_${term.taxonomy}`, `default_term_${term.taxonomy}`]) {
        if (Number(await options.getOption(option)) === term.term_id) return DENIED;
      }
    }
    return map(taxonomy.cap[`${capability}s` as keyof typeof taxonomy.cap], userId, term.term_id);
  }

  return { mapMetaChange, mapCommentChange, mapTermChange };
}
