import type { Database, HostFunctions, OptionsApi } from '../../api/index.js';
import { createOwnNames, isOwnName, storedNames } from './own-names.js';
import type { NameRegistry } from '../scope/name-registry.js';
import type { Grants } from '../state/capability-grants.js';
import type { PluginNotes } from '../state/plugin-option.js';
import { type ContentTypes, createPluginContent, describeContent, type StoredContent } from './plugin-content.js';
import type { PluginTables } from './plugin-tables.js';

/** What a plugin left in the database, as far as the host knows. */
export interface Traces extends ContentTypes {
  readonly settings: readonly string[];
  /** Metadata keys with their object types, such as `subtitle (post page)`. */
  readonly metaKeys: readonly string[];
  readonly jobs: readonly string[];
}

export interface PluginTraces {
  /** Stores what a running plugin has registered. */
  note(id: string): Promise<void>;
  /** Returns what {@link cleanUp} would delete, one line for each item. */
  list(id: string, otherIds: readonly string[]): Promise<string[]>;
  /** Returns the posts and terms of the plugin's own types, by type. */
  contentOf(id: string, otherIds: readonly string[]): Promise<StoredContent[]>;
  /**
   * Deletes what a plugin left behind: what it registered, and what is named after it.
   * @param otherIds the other installed plugins; data named after one of these is kept
   * @returns what was deleted, one line for each item
   */
  cleanUp(id: string, otherIds: readonly string[]): Promise<string[]>;
}

/** A piece of data to delete, with the line that reports it. */
interface Item {
  readonly line: string;
  remove(): Promise<unknown>;
}

/** A plugin's ID, with the test whether a stored name is its own. */
interface OwnNames {
  readonly id: string;
  readonly matches: ReturnType<typeof createOwnNames>;
}

interface TracesDeps {
  readonly db: Database;
  readonly options: Pick<OptionsApi, 'deleteOption'>;
  readonly grants: Pick<Grants, 'list' | 'revoke'>;
  readonly functions: Pick<HostFunctions, 'wpUnscheduleHook' | 'getRegisteredSettings'> &
    Parameters<typeof createPluginContent>[0]['functions'];
  readonly nameRegistry: Pick<NameRegistry, 'namesOf'>;
  readonly tables: PluginTables;
  readonly notes: PluginNotes<Traces>;
}

const TRANSIENT = /^_(?:site_)?transient_(?:timeout_)?/;
/** Metadata keys of the host itself. */
const HOST_META_KEY = /^_(?:wp_|edit_|thumbnail_id)/;
const META_TABLES: Readonly<Record<string, 'postmeta' | 'usermeta' | 'termmeta' | 'commentmeta'>> = {
  post: 'postmeta',
  user: 'usermeta',
  term: 'termmeta',
  comment: 'commentmeta',
};
const NO_TRACES: Traces = { settings: [], metaKeys: [], jobs: [], postTypes: [], taxonomies: [] };

export function createPluginTraces(deps: TracesDeps): PluginTraces {
  const { db, notes } = deps;
  const content = createPluginContent(deps);

  async function settingItems({ settings }: Traces, ownNames: OwnNames): Promise<Item[]> {
    const registered = deps.functions.getRegisteredSettings();
    const stored = (await storedNames(db, 'options', 'name', ownNames.id)).filter(
      (name) => ownNames.matches('option', name) && !registered.has(name),
    );
    const known = await db()('options').whereIn('name', settings).pluck<string[]>('name');
    return mergeNames(known, stored).map((name) => ({
      line: TRANSIENT.test(name) ? `transient ${name.replace(TRANSIENT, '')}` : `setting ${name}`,
      remove: () => deps.options.deleteOption(name),
    }));
  }

  async function metadataItems({ metaKeys }: Traces, ownNames: OwnNames): Promise<Item[]> {
    const items: Item[] = [];
    for (const [type, table] of Object.entries(META_TABLES)) {
      const registered = metaKeys.map(parseClaimedKey).filter((claimed) => claimed.type === type);
      const known = await db()(table)
        .whereIn(
          'meta_key',
          registered.map(({ key }) => key),
        )
        .distinct()
        .pluck<string[]>('meta_key');
      const named = (await storedNames(db, table, 'meta_key', ownNames.id)).filter((key) =>
        ownNames.matches('meta', key),
      );
      for (const key of mergeNames(known, named))
        items.push({ line: `metadata ${key}`, remove: () => db()(table).where({ meta_key: key }).delete() });
    }
    return items;
  }

  async function jobItems({ jobs }: Traces, ownNames: OwnNames): Promise<Item[]> {
    const stored = await storedNames(db, 'jobs', 'queue', ownNames.id);
    const known = await db()('jobs').whereIn('queue', jobs).distinct().pluck<string[]>('queue');
    const queues = mergeNames(
      known,
      stored.filter((queue) => ownNames.matches('hook', queue)),
    );
    return queues.map((queue) => ({ line: `jobs ${queue}`, remove: () => db()('jobs').where({ queue }).delete() }));
  }

  async function eventItems(ownNames: OwnNames): Promise<Item[]> {
    const hooks = await storedNames(db, 'cron_events', 'hook', ownNames.id);
    return hooks
      .filter((hook) => ownNames.matches('hook', hook))
      .map((hook) => ({ line: `event ${hook}`, remove: () => deps.functions.wpUnscheduleHook(hook) }));
  }

  /** Types that another installed plugin has registered too are left out. */
  async function contentOf(id: string, otherIds: readonly string[]): Promise<StoredContent[]> {
    const all = await notes.all();
    const others = otherIds.map((other) => ({ ...NO_TRACES, ...all[other] }));
    const { postTypes, taxonomies } = { ...NO_TRACES, ...all[id] };
    return content.list(id, {
      postTypes: postTypes.filter((name) => !others.some((other) => other.postTypes.includes(name))),
      taxonomies: taxonomies.filter((name) => !others.some((other) => other.taxonomies.includes(name))),
    });
  }

  async function itemsOf(id: string, otherIds: readonly string[]): Promise<Item[]> {
    const all = await notes.all();
    const known = { ...NO_TRACES, ...all[id] };
    // Plugins that were deleted without their data still own it.
    const ownNames: OwnNames = { id, matches: createOwnNames(id, [...otherIds, ...Object.keys(all)]) };
    const contentItems = (await contentOf(id, otherIds)).map((stored) => ({
      line: describeContent(stored),
      remove: () => content.remove(stored),
    }));
    return [
      ...contentItems,
      ...(await settingItems(known, ownNames)),
      ...(await metadataItems(known, ownNames)),
      ...(await jobItems(known, ownNames)),
      ...(await eventItems(ownNames)),
    ];
  }

  return {
    async note(id) {
      const current: Traces = {
        settings: deps.nameRegistry.namesOf('setting', id).filter((name) => isOwnName(id, name)),
        metaKeys: deps.nameRegistry.namesOf('meta key', id),
        jobs: deps.nameRegistry.namesOf('job', id),
        ...content.registeredBy(id),
      };
      const known = { ...NO_TRACES, ...(await notes.all())[id] };
      // Registrations of an earlier version belong to the plugin too.
      const merged: Traces = {
        settings: mergeNames(known.settings, current.settings),
        metaKeys: mergeNames(known.metaKeys, current.metaKeys),
        jobs: mergeNames(known.jobs, current.jobs),
        postTypes: mergeNames(known.postTypes, current.postTypes),
        taxonomies: mergeNames(known.taxonomies, current.taxonomies),
      };
      if (JSON.stringify(merged) !== JSON.stringify(known)) await notes.set(id, merged);
    },
    async list(id, otherIds) {
      const lines = [
        ...(await deps.tables.list(id)).map((name) => `table ${name}`),
        ...(await itemsOf(id, otherIds)).map(({ line }) => line),
        ...(await deps.grants.list(id)),
      ];
      return [...new Set(lines)];
    },
    contentOf,
    async cleanUp(id, otherIds) {
      const removed = (await deps.tables.drop(id)).map((name) => `table ${name}`);
      for (const { line, remove } of await itemsOf(id, otherIds)) {
        await remove();
        removed.push(line);
      }
      removed.push(...(await deps.grants.revoke(id)));
      if (id in (await notes.all())) await notes.set(id, undefined);
      return [...new Set(removed)];
    },
  };
}

/** Splits the name under which a metadata key was claimed, such as `subtitle (post page)`. */
function parseClaimedKey(claimed: string): { readonly key: string; readonly type: string } {
  const [, key = '', type = ''] = /^(.*) \((\w+)[^)]*\)$/.exec(claimed) ?? [];
  return HOST_META_KEY.test(key) ? { key: '', type: '' } : { key, type };
}

const mergeNames = (before: readonly string[], now: readonly string[]): string[] =>
  [...new Set([...before, ...now])].sort();
