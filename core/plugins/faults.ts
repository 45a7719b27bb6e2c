import { type Database, type FailureKind, PlinthError } from '../api/index.js';
import { failureKind } from './failure-kind.js';

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
/** The codes of whoever took too long. */
const LATE: ReadonlySet<string> = new Set(['hook_over_budget', 'plugin_over_budget']);

export interface Faults {
  /**
   * Records a fault; the same one again only counts. Outages and refusals are nobody's fault, and go into the log alone, as do
   * faults of the host itself, which has no name. Never throws.
   */
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
  /** Plugins that are named but never strike out: without them there is no shop, or one without its duties. */
  kept?: readonly string[];
  /** Whether something else than a plugin's own work made it late: a database that keeps it waiting, or work that nobody waits for. */
  isHeldUp?: () => boolean;
  now?: () => number;
}

export function createFaults({ db, log, onStrikeOut, kept = [], isHeldUp = () => false, now = Date.now }: FaultOptions): Faults {
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

  const kindOf = (error: unknown): FailureKind => (LATE.has((error as { code?: string } | undefined)?.code ?? '') && isHeldUp() ? 'outage' : failureKind(error));

  return {
    record(plugin, place, error) {
      const kind = kindOf(error);
      if (kind !== 'fault') return log.warn({ plugin, place, kind, error: messageOf(error) }, 'a plugin was stopped, through no fault of its own');
      if (plugin === '') return log.error({ place, error: messageOf(error) }, 'the host failed in a hook');
      const fault = describe(plugin, place, error);
      log.error({ plugin, place, code: fault.code, stack: fault.stack }, `plugin fault: ${fault.message}`);
      // Outside the caller's transaction, which may be about to roll back.
      writing = db.detached(() => writing.then(() => write(fault))).catch((cause: unknown) => {
        log.error({ plugin, cause }, 'a plugin fault could not be stored');
      });
      if (kept.includes(plugin)) return;
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

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}

function describe(plugin: string, place: string, error: unknown): Omit<PluginFault, 'id' | 'count' | 'first_at' | 'last_at'> {
  return {
    plugin,
    place: place.slice(0, 190),
    code: error instanceof PlinthError ? error.code : 'plugin_threw',
    message: messageOf(error).slice(0, 190),
    stack: String((error as Error | undefined)?.stack ?? '').slice(0, 4000),
  };
}
