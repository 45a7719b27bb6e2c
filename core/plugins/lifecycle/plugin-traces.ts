import type { Database, HostFunctions, OptionsApi } from '../../api/index.js';
import type { NameRegistry } from '../scope/name-registry.js';
import type { Grants } from './capability-grants.js';
import type { PluginNotes } from '../state/plugin-option.js';
import type { PluginTables } from './plugin-tables.js';

/** What a plugin left in the database, as far as the host knows. */
export interface Traces {
  readonly settings: readonly string[];
  /** Metadata keys with their object types, such as `subtitle (post page)`. */
  readonly metaKeys: readonly string[];
  readonly jobs: readonly string[];
}

export interface PluginTraces {
  /** Stores what a running plugin has registered. */
  note(id: string): Promise<void>;
  /**
   * Deletes what a plugin left behind.
   * @returns what was deleted, one line for each item
   */
  cleanUp(id: string): Promise<string[]>;
}

interface TracesDeps {
  readonly db: Database;
  readonly options: Pick<OptionsApi, 'deleteOption'>;
  readonly grants: Pick<Grants, 'revoke'>;
  readonly functions: Pick<HostFunctions, 'wpUnscheduleHook'>;
  readonly nameRegistry: Pick<NameRegistry, 'namesOf'>;
  readonly tables: PluginTables;
  readonly notes: PluginNotes<Traces>;
}

/** Metadata keys of the host itself. */
const HOST_META_KEY = /^_(?:wp_|edit_|thumbnail_id)/;
const META_TABLES: Readonly<Record<string, 'postmeta' | 'usermeta' | 'termmeta' | 'commentmeta'>> = {
  post: 'postmeta',
  user: 'usermeta',
  term: 'termmeta',
  comment: 'commentmeta',
};
const NO_TRACES: Traces = { settings: [], metaKeys: [], jobs: [] };

export function createPluginTraces(deps: TracesDeps): PluginTraces {
  const { db, notes } = deps;

  async function deleteSettings({ settings }: Traces): Promise<string[]> {
    const removed: string[] = [];
    for (const name of settings) if (await deps.options.deleteOption(name)) removed.push(`setting ${name}`);
    return removed;
  }

  async function deleteMetadata({ metaKeys }: Traces): Promise<string[]> {
    const removed: string[] = [];
    for (const claimedKey of metaKeys) {
      const [, key = '', type = ''] = /^(.*) \((\w+)[^)]*\)$/.exec(claimedKey) ?? [];
      const table = META_TABLES[type];
      if (!table || key === '' || HOST_META_KEY.test(key)) continue;
      const rows = await db()(table).where({ meta_key: key }).delete();
      if (rows > 0) removed.push(`metadata ${key}`);
    }
    return removed;
  }

  async function deleteJobsAndEvents(id: string, { jobs }: Traces): Promise<string[]> {
    const removed: string[] = [];
    for (const queue of jobs) if ((await db()('jobs').where({ queue }).delete()) > 0) removed.push(`jobs ${queue}`);
    const hooks = await db()('cron_events').where('hook', 'like', `${id}/%`).distinct().pluck<string[]>('hook');
    for (const hook of hooks) {
      await deps.functions.wpUnscheduleHook(hook);
      removed.push(`event ${hook}`);
    }
    return removed;
  }

  return {
    async note(id) {
      const current: Traces = {
        settings: deps.nameRegistry.namesOf('setting', id).filter((name) => isOwnName(id, name)),
        metaKeys: deps.nameRegistry.namesOf('meta key', id),
        jobs: deps.nameRegistry.namesOf('job', id),
      };
      const known = (await notes.all())[id] ?? NO_TRACES;
      // Registrations of an earlier version belong to the plugin too.
      const merged: Traces = {
        settings: mergeNames(known.settings, current.settings),
        metaKeys: mergeNames(known.metaKeys, current.metaKeys),
        jobs: mergeNames(known.jobs, current.jobs),
      };
      if (JSON.stringify(merged) !== JSON.stringify(known)) await notes.set(id, merged);
    },
    async cleanUp(id) {
      const known = (await notes.all())[id] ?? NO_TRACES;
      const removed = [
        ...(await deps.tables.drop(id)).map((name) => `table ${name}`),
        ...(await deleteSettings(known)),
        ...(await deleteMetadata(known)),
        ...(await deleteJobsAndEvents(id, known)),
        ...(await deps.grants.revoke(id)),
      ];
      if (known !== NO_TRACES) await notes.set(id, undefined);
      return removed;
    },
  };
}

/** Whether a setting is named after the plugin; excludes settings of the host that the plugin registered again. */
function isOwnName(id: string, name: string): boolean {
  return name === id || [id, id.replaceAll('-', '_')].some((start) => new RegExp(`^${start}[_/:.-]`).test(name));
}

const mergeNames = (before: readonly string[], now: readonly string[]): string[] =>
  [...new Set([...before, ...now])].sort();
