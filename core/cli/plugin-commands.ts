import { resolve } from 'node:path';
import { plainMessage } from '../formatting/text/plain-message.js';
import { type Command, type CommandOutput, isWpError, PlinthError, toUtcString, type WpError } from '../api/index.js';
import type { Site } from '../app/site.js';
import { format } from '../i18n/index.js';
import {
  describeContent,
  describeHosts,
  type InstallOptions,
  isPaused,
  type PluginHost,
  type PluginRecord,
} from '../plugins/index.js';
import { queryEffects } from './asked-effects.js';

/** `plugin …`. A plugin can be identified by its folder or its name. */
export function pluginCommands(site: Site): Command[] {
  const { plugins } = site;
  const tasks = createTasks(plugins);
  return [
    ...listCommands(plugins, tasks),
    ...activationCommands(plugins, tasks),
    ...installCommands(plugins, tasks),
    ...removalCommands(site, tasks),
  ];
}

type Tasks = ReturnType<typeof createTasks>;

/** Operations on a plugin shared by several commands, with errors for the command line. */
function createTasks(plugins: PluginHost) {
  async function resolveId(nameOrId: string): Promise<string> {
    const records = await plugins.records();
    const found =
      records.find(({ id }) => id === nameOrId) ??
      records.find(({ manifest }) => manifest?.name.toLowerCase() === nameOrId.toLowerCase());
    if (!found)
      throw new PlinthError('plugin_not_found', `The plugin "${nameOrId}" was not found.`, {
        hint: '`plugin list` shows the installed plugins.',
      });
    return found.id;
  }
  const throwIfError = (error: WpError | true | null): void => {
    if (isWpError(error)) throw new PlinthError(error.getErrorCode(), plainMessage(error), { hint: hintOf(error) });
  };
  /** Returns the names a plugin shares with others (name conflicts). */
  const conflictTexts = (id: string): string[] =>
    plugins.nameRegistry
      .conflicts()
      .filter((double) => double.plugins.includes(id))
      .map(
        ({ kind, name, plugins: holders }) =>
          `the ${kind} "${name}" is registered by ${holders.join(' and ')}; rename it in one of them.`,
      );
  async function activatePlugin(id: string, output: CommandOutput): Promise<void> {
    const error = await plugins.activatePlugin(id);
    if (error?.getErrorCode() === 'no_plugin_header') {
      const activationError = (await plugins.record(id))?.error;
      throw new PlinthError('no_plugin_header', plainMessage(error), {
        hint: [activationError?.message, activationError?.hint].filter(Boolean).join(' '),
      });
    }
    if (error?.getErrorCode() === 'unexpected_output')
      output.warn(`${plainMessage(error)} ${String(error.getErrorData()).trim()}`);
    else throwIfError(error);
    for (const text of conflictTexts(id)) output.warn(`Warning: ${text}`);
    output.line(`Plugin "${id}" activated.`);
  }
  const installArchive = async (zip: string, options: InstallOptions): Promise<string> => {
    const id = await plugins.installPlugin(resolve(zip), options);
    if (!isWpError(id)) return id;
    const isDowngrade = id.getErrorCode() === 'plugin_downgrade';
    throw new PlinthError(
      id.getErrorCode(),
      plainMessage(id),
      isDowngrade ? { hint: 'To confirm it, use --allow-downgrade.' } : {},
    );
  };
  return {
    idOf: resolveId,
    refuse: throwIfError,
    claimsOf: conflictTexts,
    switchOn: activatePlugin,
    installed: installArchive,
  };
}

function listCommands(plugins: PluginHost, { claimsOf }: Tasks): Command[] {
  return [
    {
      name: 'plugin list',
      description: 'List the plugins',
      async run(_args, _options, output) {
        const records = await plugins.records();
        output.rows(
          records.map(({ id, manifest, status, error }) => ({
            name: id,
            status: wpCliStatus(status),
            version: manifest?.version ?? '',
            title: manifest?.name ?? '',
            state: status,
            error: error?.message ?? '',
            claims: claimsOf(id).join(' '),
            reason: isPaused(status) ? (error?.message ?? '') : '',
          })),
          ['name', 'status', 'version', 'title', 'state', 'error'],
        );
      },
    },
    {
      name: 'plugin errors',
      description: 'List plugin errors, and which entries have an open circuit breaker',
      async run(_args, _options, output) {
        const now = toUtcString();
        const pluginErrors = await plugins.pluginErrors.list();
        output.rows(
          pluginErrors.map(({ plugin, entry, message, count, open_until: until }) => ({
            plugin,
            entry,
            message,
            count,
            open: until !== null && until > now,
          })),
          ['plugin', 'entry', 'message', 'count', 'open'],
        );
      },
    },
  ];
}

function activationCommands(plugins: PluginHost, { idOf, switchOn }: Tasks): Command[] {
  return [
    {
      name: 'plugin resume <name>',
      description: 'Resume a paused plugin',
      async run([name = ''], _options, output) {
        const id = await idOf(name);
        if ((await plugins.record(id))?.status === 'inactive')
          throw new PlinthError('plugin_inactive', `"${id}" is inactive.`, {
            hint: 'Run `plugin activate` to activate it.',
          });
        await switchOn(id, output);
      },
    },
    {
      name: 'plugin activate <name>',
      description: 'Activate a plugin',
      async run([name = ''], _options, output) {
        const id = await idOf(name);
        await switchOn(id, output);
      },
    },
  ];
}

const ALLOW_DOWNGRADE = {
  flags: '--allow-downgrade',
  description: 'Allow a zip with an older version than the one installed',
} as const;

function installCommands(plugins: PluginHost, { idOf, installed, switchOn }: Tasks): Command[] {
  return [
    {
      name: 'plugin install <zip>',
      description: 'Install a plugin from a local zip',
      options: [
        { flags: '--activate', description: 'Activate the plugin after installing it' },
        { flags: '--force', description: 'Update if already installed' },
        ALLOW_DOWNGRADE,
      ],
      async run([zip = ''], { activate, force, allowDowngrade }, output) {
        const id = await installed(zip, { overwrite: force === true, allowDowngrade: allowDowngrade === true });
        output.line(`Plugin "${id}" installed.`);
        for (const line of describeHosts((await plugins.record(id))?.manifest?.contributes.hosts ?? {}, english))
          output.line(line);
        if (!activate) return;
        await switchOn(id, output);
      },
    },
    {
      name: 'plugin update <name> <zip>',
      description: 'Update an installed plugin; if the new version does not start, the previous one is restored',
      options: [ALLOW_DOWNGRADE],
      async run([name = '', zip = ''], { allowDowngrade }, output) {
        const options = { overwrite: true, allowDowngrade: allowDowngrade === true, expectedPlugin: await idOf(name) };
        const id = await installed(zip, options);
        const version = (await plugins.record(id))?.manifest?.version ?? '';
        output.line(`Plugin "${id}" updated to ${version}.`);
        for (const line of describeHosts((await plugins.record(id))?.manifest?.contributes.hosts ?? {}, english))
          output.line(line);
      },
    },
  ];
}

function removalCommands(site: Site, { idOf, refuse: throwIfError }: Tasks): Command[] {
  const { plugins } = site;
  return [
    {
      name: 'plugin effects <name>',
      description: 'List the effects of deactivating a plugin',
      async run([name = ''], _options, output) {
        const id = await idOf(name);
        const { effects, isComplete } = await queryEffects(site, id);
        output.rows(
          effects.map((effect) => ({ effect })),
          ['effect'],
        );
        if (!isComplete)
          throw new PlinthError(
            'plugin_not_reachable',
            `The list may be incomplete: "${id}" could not be checked because it did not start.`,
          );
      },
    },
    {
      name: 'plugin deactivate <name>',
      description: 'Deactivate a plugin; works even if all plugins are broken',
      options: [{ flags: '--force', description: 'Deactivate it even if other active plugins require it' }],
      async run([name = ''], { force }, output) {
        const id = await idOf(name);
        const dependents = await plugins.dependentsOf(id);
        if (dependents.length > 0 && !force)
          throw new PlinthError('plugin_required', `"${id}" is required by ${dependents.join(', ')}.`, {
            hint: 'Deactivate them first, or use --force.',
          });
        const { effects, isComplete } = await queryEffects(site, id);
        await plugins.deactivatePlugins(id);
        for (const effect of effects) output.warn(`Warning: ${effect}`);
        if (!isComplete)
          output.warn(
            `Warning: More features may stop working: "${id}" could not be checked because it did not start.`,
          );
        output.line(`Plugin "${id}" deactivated.`);
      },
    },
    {
      name: 'plugin delete <name>',
      description: 'Delete an installed plugin',
      options: [
        {
          flags: '--delete-data',
          description: 'Also delete its tables, settings, content, metadata, events, roles and files',
        },
        { flags: '--dry-run', description: 'With --delete-data, only list the data in the database' },
      ],
      async run([name = ''], { deleteData, dryRun }, output) {
        const id = await idOf(name);
        if (dryRun) {
          for (const item of deleteData ? await plugins.storedDataOf(id) : []) output.line(`Would delete: ${item}.`);
          return;
        }
        const keptContent = deleteData ? [] : (await plugins.storedContentOf(id)).map(describeContent);
        const onDeleted = (item: string): void => output.line(`Deleted: ${item}.`);
        throwIfError(await plugins.deletePlugin(id, { deleteData: deleteData === true, onDeleted }));
        output.line(`Plugin "${id}" deleted.`);
        const dataFolder = plugins.dataFolderOf(id);
        for (const line of keptContent) output.line(`Kept: ${line}.`);
        if (dataFolder !== undefined) output.line(`Its files were kept in ${dataFolder}.`);
      },
    },
  ];
}

/** Returns the status in WP-CLI's terms. */
function wpCliStatus(status: PluginRecord['status']): string {
  if (status === 'inactive') return 'inactive';
  return isPaused(status) ? 'paused' : 'active';
}

/** Scripts parse these lines, so they are always in English. */
const english = { __: (text: string, ...values: (string | number)[]): string => format(text, values) };

/** Returns the hint of an error, in addition to its message. */
function hintOf(error: WpError): string {
  const hint = (error.getErrorData() as { hint?: unknown } | null | undefined)?.hint;
  return typeof hint === 'string' ? hint : '';
}
