import { existsSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { isWpError, PlinthError } from '../api/index.js';
import { readConfig } from '../app/config.js';
import { startSite } from '../process/main.js';
import type { Site } from '../app/site.js';
import { createContext, runInContext } from '../context/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import { linkTheme } from '../themes/index.js';
import { locationInPlugin } from '../plugins/isolation/describe-failure.js';
import { isThemeFolder } from './check-theme.js';
import { prepareHostTypes } from './host-types.js';
import { watchPlugin } from './watch.js';
import { watchTypes } from './watch-types.js';

/** Log fields that are not shown to plugin authors. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'request', 'plugin', 'msg']);

/**
 * Formats a JSON log line for display: `hours: an admin page uses an unknown icon (page hours, icon serch)`. Other text
 * is returned unchanged.
 */
function formatLogLine(line: string): string {
  const fields = parseLogLine(line);
  if (fields === undefined) return line.trimEnd();
  const { plugin, msg } = fields;
  const details = Object.entries(fields)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${typeof plugin === 'string' ? `${plugin}: ` : ''}${typeof msg === 'string' ? msg : ''}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}

function parseLogLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const USAGE = `Usage: plinth dev [folder...]

Start a site with plugins and themes from the folders in which you develop them, by default the current folder if it
contains one. Changes are loaded at once, types are checked in parallel, and administrators see which hooks each page
fired. The site stores its data in .plinth; delete that folder to start over, for example after removing a migration.

Settings come from the environment: PORT (8080), DATA_DIR, DATABASE_URL, LOG_LEVEL (warn), and the others described in
operations.md.
`;

/**
 * Runs `plinth dev [folder…]`: a site with plugins and themes from their authors' folders. A plugin is reloaded when
 * its files change, types are checked in parallel, and administrators see the hooks that each page fired.
 */
export async function runDev(root: string, argv: readonly string[]): Promise<void> {
  if (argv.some((argument) => argument === '--help' || argument === '-h')) return void process.stdout.write(USAGE);
  try {
    const option = argv.find((argument) => argument.startsWith('-'));
    if (option !== undefined)
      throw new PlinthError('command_option_not_found', `The option ${option} does not exist.`, {
        hint: 'Set PORT and other settings in the environment; see `plinth dev --help`.',
      });
    await dev(root, argv);
  } catch (error) {
    process.stderr.write(`plinth: ${toMessage(error)}\n`);
    process.exit(1);
  }
}

async function dev(root: string, argv: readonly string[]): Promise<void> {
  const workingFolder = process.cwd();
  const isExtension = existsSync('plugin.json') || isThemeFolder('.');
  const defaultFolders = isExtension ? ['.'] : [];
  const paths = (argv.length > 0 ? argv : defaultFolders).map((folder) => resolve(folder));
  const [themes, folders] = [paths.filter(isThemeFolder), paths.filter((folder) => !isThemeFolder(folder))];
  for (const folder of folders)
    if (!existsSync(join(folder, 'plugin.json')))
      throw new PlinthError('plugin_manifest_not_found', `${folder} contains neither plugin.json nor theme.json.`, {
        hint: 'Create a plugin or a theme with `plinth plugin new`.',
      });
  const config = readConfig(root, {
    ...process.env,
    // The data is stored next to the author's plugin, not inside the package that provides the site.
    DATA_DIR: process.env.DATA_DIR ?? (workingFolder === root ? undefined : join(workingFolder, '.plinth')),
    PLUGIN_PATHS: [...folders, ...(process.env.PLUGIN_PATHS ?? '').split(delimiter)].join(delimiter),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // The watchdog is off, because nothing would restart the process, and a debugger may pause it.
    WATCHDOG_SECONDS: '0',
  });
  if (folders.length > 0) prepareHostTypes(root);
  const site = await startSite({
    ...config,
    development: { onPage: print, onLog: (line) => print(formatLogLine(line)) },
  });
  const stops = folders.flatMap((folder) => {
    const id = basename(folder);
    return [
      watchPlugin(folder, () => runInDevContext(() => reloadPlugin(site, id, folder))),
      watchTypes(folder, print),
    ];
  });
  for (const folder of folders) await runInDevContext(() => switchOn(site, basename(folder), folder));
  for (const folder of themes) {
    await runInDevContext(() => activateTheme(site, folder));
    stops.push(watchPlugin(folder, () => runInDevContext(() => activateTheme(site, folder))));
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stops.forEach((stop) => stop()));
  process.once('exit', () => stops.forEach((stop) => stop()));
}

/** Activates a theme or reads it again. Templates are reloaded automatically; this reloads its other files. */
async function activateTheme(site: Site, folder: string): Promise<void> {
  try {
    const { id } = await site.themes.switchTheme(await linkTheme(folder, join(site.config.dataDir, 'themes')));
    site.views.reloadFiles(join(site.config.dataDir, 'themes', id));
    print(`the theme ${id} is active`);
  } catch (error) {
    print(`${basename(folder)}: ${toMessage(error)}`);
  }
}

function runInDevContext(work: () => Promise<void>): Promise<void> {
  return runInContext(createContext('dev'), work);
}

async function switchOn(site: Site, id: string, folder: string): Promise<void> {
  const { plugins } = site;
  try {
    const record = await plugins.record(id);
    if (record?.error && !record.manifest) throw record.error;
    for (const other of Object.keys(record?.manifest?.requiresPlugins ?? {}))
      if (await plugins.record(other)) await plugins.activatePlugin(other);
    const error = await plugins.activatePlugin(id);
    if (isWpError(error) && error.getErrorCode() !== 'unexpected_output')
      throw new PlinthError(error.getErrorCode(), plainMessage(error), {
        hint: (error.getErrorData() as { hint?: string } | null)?.hint ?? '',
      });
    print(`${id} is active`);
  } catch (error) {
    print(`${id}: ${formatFailure(folder, error)}`);
  }
}

/** Reloads a plugin, or activates it if it is not active yet. */
async function reloadPlugin(site: Site, id: string, folder: string): Promise<void> {
  await site.refresh();
  const record = await site.plugins.record(id);
  if (record?.status !== 'active' && !site.plugins.runningPlugin(id)) return switchOn(site, id, folder);
  const startedAt = performance.now();
  try {
    await site.plugins.reload(id);
    print(`${id} reloaded in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    print(`${id}: ${formatFailure(folder, error)}\n           the previous version keeps running`);
  }
}

function formatFailure(folder: string, error: unknown): string {
  const position = locationInPlugin(folder, error);
  return `${position === undefined ? '' : `${position} `}${toMessage(error)}`;
}

function toMessage(error: unknown): string {
  if (error instanceof PlinthError) return [error.message, error.hint].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}

function print(line: string): void {
  process.stdout.write(`  ${new Date().toTimeString().slice(0, 8)} ${line}\n`);
}
