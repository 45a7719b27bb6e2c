import { existsSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { isWpError, PlinthError } from '../api/index.js';
import { readConfig } from '../boot/config.js';
import { startSite } from '../boot/main.js';
import type { Site } from '../boot/site.js';
import { createContext, runInContext } from '../context/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import { placeIn } from '../plugins/place.js';
import { watchPlugin } from './watch.js';
import { watchTypes } from './watch-types.js';

/**
 * `plinth dev [folder…]`: a site with plugins where their authors work on them. A plugin whose files change is loaded anew at once,
 * types are checked beside it, and administrators see what each page fired.
 */
export async function runDev(root: string, argv: readonly string[]): Promise<void> {
  try {
    await dev(root, argv);
  } catch (error) {
    process.stderr.write(`plinth: ${wordsOf(error)}\n`);
    process.exit(1);
  }
}

async function dev(root: string, argv: readonly string[]): Promise<void> {
  const here = process.cwd();
  const folders = (argv.length > 0 ? argv : existsSync('plugin.json') ? ['.'] : []).map((folder) => resolve(folder));
  for (const folder of folders) if (!existsSync(join(folder, 'plugin.json'))) throw new PlinthError('plugin_manifest_missing', `${folder} has no plugin.json.`, { cure: '`plinth plugin new` begins a plugin.' });
  const config = readConfig(root, {
    ...process.env,
    // Beside the author's plugin, and not in the package that the site comes from.
    DATA_DIR: process.env.DATA_DIR ?? (here === root ? undefined : join(here, '.plinth')),
    PLUGIN_PATHS: [...folders, ...(process.env.PLUGIN_PATHS ?? '').split(delimiter)].join(delimiter),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // Nobody would start the process anew, and a debugger may hold it.
    WATCHDOG_SECONDS: '0',
  });
  const site = await startSite({ ...config, development: { onPage: say } });
  const stops = folders.flatMap((folder) => {
    const id = basename(folder);
    return [watchPlugin(folder, () => inTurn(() => reload(site, id, folder))), watchTypes(folder, say)];
  });
  for (const folder of folders) await inTurn(() => switchOn(site, basename(folder), folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stops.forEach((stop) => stop()));
  process.once('exit', () => stops.forEach((stop) => stop()));
}

function inTurn(work: () => Promise<void>): Promise<void> {
  return runInContext(createContext('dev'), work);
}

async function switchOn(site: Site, id: string, folder: string): Promise<void> {
  const { plugins } = site;
  try {
    const record = await plugins.record(id);
    if (record?.error && !record.manifest) throw record.error;
    for (const other of Object.keys(record?.manifest?.requiresPlugins ?? {})) if (await plugins.record(other)) await plugins.activatePlugin(other);
    const error = await plugins.activatePlugin(id);
    if (isWpError(error) && error.getErrorCode() !== 'unexpected_output') throw new PlinthError(error.getErrorCode(), plainMessage(error), { cure: (error.getErrorData() as { cure?: string } | null)?.cure ?? '' });
    say(`${id} is on`);
  } catch (error) {
    say(`${id}: ${failure(folder, error)}`);
  }
}

/** A plugin that was not on, because it could not be, gets another chance. */
async function reload(site: Site, id: string, folder: string): Promise<void> {
  await site.refresh();
  const record = await site.plugins.record(id);
  if (record?.status !== 'active' && !site.plugins.runningPlugin(id)) return switchOn(site, id, folder);
  const began = performance.now();
  try {
    await site.plugins.reload(id);
    say(`${id} reloaded in ${Math.round(performance.now() - began)} ms`);
  } catch (error) {
    say(`${id}: ${failure(folder, error)}\n           the version before runs on`);
  }
}

function failure(folder: string, error: unknown): string {
  const place = placeIn(folder, error);
  return `${place === undefined ? '' : `${place} `}${wordsOf(error)}`;
}

function wordsOf(error: unknown): string {
  if (error instanceof PlinthError) return [error.message, error.cure].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}

function say(line: string): void {
  process.stdout.write(`  ${new Date().toTimeString().slice(0, 8)} ${line}\n`);
}
