import { type Database, PlinthError } from '../api/index.js';
import { isOutage } from '../db/index.js';

/** A plugin's failure as the admin lists it. */
export interface PluginFault {
  readonly id: number;
  readonly plugin: string;
  /** Where it happened: `filter the_content`, `route GET /shop/v1/search`. */
  readonly place: string;
  readonly code: string;
  readonly message: string;
  readonly stack: string;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
}

/** Strikes within the window put a plugin into quarantine. */
export const STRIKES = 3;
const STRIKE_WINDOW_MS = 10 * 60_000;

export interface Faults {
  /** Records a failure; the same one again only counts. That the database is gone is no plugin's fault. Never throws. */
  record(plugin: string, place: string, error: unknown): void;
  list(plugin?: string): Promise<PluginFault[]>;
  clear(plugin: string): Promise<void>;
  /** Waits until everything recorded is written. */
  settle(): Promise<void>;
}

export interface FaultOptions {
  db: Database;
  log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Called when a plugin has struck out. */
  onStrikeOut(plugin: string): void;
  now?: () => number;
}

export function createFaults({ db, log, onStrikeOut, now = Date.now }: FaultOptions): Faults {
  const strikes = new Map<string, number[]>();
  let writing: Promise<void> = Promise.resolve();

  async function write(fault: Omit<PluginFault, 'id' | 'count' | 'first_at' | 'last_at'>): Promise<void> {
    const at = new Date(now()).toISOString().slice(0, 19).replace('T', ' ');
    const { plugin, place, code, message, stack } = fault;
    const same = { plugin, place, code, message };
    const known = await db()('plugin_faults').where(same).increment('count', 1);
    if (known > 0) await db()('plugin_faults').where(same).update({ last_at: at, stack });
    else await db()('plugin_faults').insert({ ...same, stack, count: 1, first_at: at, last_at: at });
  }

  return {
    record(plugin, place, error) {
      if (isOutage(error)) return log.warn({ plugin, place }, 'a plugin was stopped because the database does not answer');
      const fault = describe(plugin, place, error);
      log.error({ plugin, place, code: fault.code, stack: fault.stack }, `plugin fault: ${fault.message}`);
      // Outside the caller's transaction, which may be about to roll back.
      writing = db.detached(() => writing.then(() => write(fault))).catch((cause: unknown) => {
        log.error({ plugin, cause }, 'a plugin fault could not be stored');
      });
      const since = now() - STRIKE_WINDOW_MS;
      const recent = [...(strikes.get(plugin) ?? []).filter((at) => at > since), now()];
      strikes.set(plugin, recent);
      if (recent.length >= STRIKES) {
        strikes.delete(plugin);
        onStrikeOut(plugin);
      }
    },
    list: (plugin) => db()('plugin_faults').where(plugin === undefined ? {} : { plugin }).orderBy('last_at', 'desc').limit(200) as Promise<PluginFault[]>,
    async clear(plugin) {
      strikes.delete(plugin);
      await db()('plugin_faults').where({ plugin }).delete();
    },
    settle: () => writing,
  };
}

function describe(plugin: string, place: string, error: unknown): Omit<PluginFault, 'id' | 'count' | 'first_at' | 'last_at'> {
  const message = error instanceof Error || typeof (error as Error | undefined)?.message === 'string' ? (error as Error).message : String(error);
  return {
    plugin,
    place: place.slice(0, 190),
    code: error instanceof PlinthError ? error.code : 'plugin_threw',
    message: message.slice(0, 190),
    stack: String((error as Error | undefined)?.stack ?? '').slice(0, 4000),
  };
}
