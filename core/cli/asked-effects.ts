import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Site } from '../app/site.js';

const execFileAsync = promisify(execFile);
/** Timeout, in milliseconds, of the process that starts the plugins and queries them. */
const TIMEOUT_MS = 20_000;

/** The effects of deactivating a plugin. */
export interface DeactivationEffects {
  readonly effects: readonly string[];
  /** Whether the effects reported by the plugin itself are included. */
  readonly isComplete: boolean;
}

/**
 * Returns the effects of deactivating a plugin. If this process runs no plugins, another process queries them, so that
 * the command works even if every plugin is broken.
 */
export async function queryEffects({ plugins, config }: Site, id: string): Promise<DeactivationEffects> {
  if (!(await plugins.isPluginActive(id))) return { effects: [], isComplete: true };
  const effects = await plugins.deactivationEffects(id);
  if (effects.length === 0) return { effects, isComplete: true };
  if (!config.safeMode) return { effects, isComplete: (await plugins.record(id))?.status === 'active' };
  const remoteEffects = await queryOtherProcess(config.root, id);
  return remoteEffects ? { effects: remoteEffects, isComplete: true } : { effects, isComplete: false };
}

async function queryOtherProcess(root: string, id: string): Promise<readonly string[] | undefined> {
  const command = [join(root, 'core/cli/plinth.mjs'), 'plugin', 'effects', id, '--format=json'];
  try {
    const { stdout } = await execFileAsync(process.execPath, command, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
    const rows: unknown = JSON.parse(stdout);
    return Array.isArray(rows) ? rows.flatMap(readEffect) : undefined;
  } catch {
    return undefined;
  }
}

function readEffect(row: { effect?: unknown } | null): string[] {
  return typeof row?.effect === 'string' ? [row.effect] : [];
}
