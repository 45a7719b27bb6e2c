import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Site } from '../app/site.js';

const run = promisify(execFile);
/** Milliseconds for another process to start the plugins and to ask them. */
const WAIT_MS = 20_000;

/** What stops when a plugin is deactivated. */
export interface AskedEffects {
  readonly effects: readonly string[];
  /** Whether the plugin itself was asked too. */
  readonly isComplete: boolean;
}

/**
 * What stops when a plugin is deactivated. Where this process runs no plugins, another one asks them, so that the
 * command works with every plugin broken.
 */
export async function askEffects({ plugins, config }: Site, id: string): Promise<AskedEffects> {
  if (!(await plugins.isPluginActive(id))) return { effects: [], isComplete: true };
  const effects = await plugins.deactivationEffects(id);
  if (effects.length === 0) return { effects, isComplete: true };
  if (!config.safeMode) return { effects, isComplete: (await plugins.record(id))?.status === 'active' };
  const remoteEffects = await askElsewhere(config.root, id);
  return remoteEffects ? { effects: remoteEffects, isComplete: true } : { effects, isComplete: false };
}

async function askElsewhere(root: string, id: string): Promise<readonly string[] | undefined> {
  const command = [join(root, 'core/cli/plinth.mjs'), 'plugin', 'effects', id, '--format=json'];
  try {
    const { stdout } = await run(process.execPath, command, { timeout: WAIT_MS, killSignal: 'SIGKILL' });
    const rows: unknown = JSON.parse(stdout);
    return Array.isArray(rows) ? rows.flatMap(effectIn) : undefined;
  } catch {
    return undefined;
  }
}

function effectIn(row: { effect?: unknown } | null): string[] {
  return typeof row?.effect === 'string' ? [row.effect] : [];
}
