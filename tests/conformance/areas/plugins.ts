import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostFunctions, isWpError, WpError } from '../../../core/api/index.js';
import { createI18n } from '../../../core/i18n/index.js';
import { createPluginHost, type PluginHost } from '../../../core/plugins/index.js';
import type { Views } from '../../../core/view/index.js';
import { RECORDED_PLUGINS } from '../../fixtures/oracle/recorded-plugins.js';
import { type DataSite, startDataSite } from './data-site.js';
import type { AreaFunctions, CallInput } from './site-free.js';

declare global {
  // The array that the recorded plugins write to.
  var oracleTrace: unknown[];
}

/** Activation, deactivation and deletion of plugins. WordPress identifies plugins by file, Plinth by folder. */
export async function startPluginsArea(): Promise<{ run(input: CallInput): Promise<unknown>; close(): Promise<void> }> {
  const site = await startDataSite();
  return {
    async run(input) {
      // Imported modules stay in the module cache, so each case uses a new folder.
      const root = mkdtempSync(join(tmpdir(), 'plinth-recorded-'));
      writePlugins(join(root, 'plugins'));
      const host = hostOf(site, root);
      try {
        return await site.run(input, (data, trace) => pluginFunctions(data, host, trace));
      } finally {
        await host.stopAll();
        rmSync(root, { recursive: true, force: true });
      }
    },
    close: site.drop,
  };
}

function writePlugins(folder: string): void {
  for (const [
    id,
    { name, requiresPlugins, requiresCore = '*', requiresNode = '*', code = 'export default {};', uninstall },
  ] of Object.entries(RECORDED_PLUGINS)) {
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(
      join(folder, id, 'plugin.json'),
      JSON.stringify({
        name,
        version: '1.0.0',
        description: 'x',
        author: 'x',
        requiresCore,
        requiresNode,
        main: 'index.js',
        requiresPlugins: requiresPlugins ?? [],
      }),
    );
    writeFileSync(join(folder, id, 'index.js'), code);
    if (uninstall !== undefined) writeFileSync(join(folder, id, 'uninstall.js'), uninstall);
  }
  mkdirSync(join(folder, 'oracle-nohead'), { recursive: true });
  writeFileSync(join(folder, 'oracle-nohead', 'plugin.json'), '{}');
}

function hostOf({ db, hooks, options, roles }: DataSite, root: string): PluginHost {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return createPluginHost({
    config: { root, dataDir: root, safeMode: false, production: false },
    versions: { core: '7.1.1', node: '8.2.35' },
    bundled: [],
    // Each case runs in a transaction that is rolled back; activation must behave as outside a transaction.
    db: Object.assign(() => db(), db, { isInTransaction: () => false }),
    hooks,
    options,
    roles,
    log: quiet,
    views: { reloadFiles: () => undefined, addPluginTemplates: () => () => undefined } as unknown as Views,
    i18n: createI18n(),
    functions: { ...options, getPostTypes: () => [], getTaxonomies: () => [] } as unknown as HostFunctions,
    secret: 'a secret of the tests',
    sendMail: async () => true,
    // The recording's placeholder for the site URL.
    homeUrl: (path = '') => `{{HOME}}${path}`,
    adminUrl: (path = '') => `{{HOME}}/wp-admin/${path}`,
  });
}

const idOf = (file: string): string =>
  file.includes('..') || file.startsWith('/') ? file : file.replace(/^([\w-]+)\/.*$/, '$1').replace(/\.php$/, '');
const fileOf = (id: string): string => (id === 'hello' || id === 'nope' ? `${id}.php` : `${id}/${id}.php`);
const files = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(files);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [files(key), element]));
  return typeof value === 'string' && (Object.hasOwn(RECORDED_PLUGINS, value) || value === 'gone')
    ? fileOf(value)
    : value;
};

function pluginFunctions({ hooks, options }: DataSite, host: PluginHost, trace: unknown[]): AreaFunctions {
  globalThis.oracleTrace = trace;
  const runSingle =
    <T>(run: (id: string) => T) =>
    (file: string): T =>
      run(idOf(file));
  return {
    // Redirects and networks do not apply here; only the last argument matters.
    activate_plugin: async (file: string, _redirect = '', _network = false, silent = false) =>
      orThrown(async () => renamed(await host.activatePlugin(idOf(file), { silent, rethrow: true }))),
    activate_plugins: async (list: string | string[]) =>
      orThrown(async () => byFile(await host.activatePlugins([list].flat().map(idOf), { rethrow: true }))),
    deactivate_plugins: (list: string | string[], silent = false) =>
      host.deactivatePlugins([list].flat().map(idOf), { silent }),
    uninstall_plugin: runSingle((id) => host.uninstallPlugin(id, { deleteData: true })),
    is_uninstallable_plugin: runSingle(host.isUninstallablePlugin),
    is_plugin_active: runSingle(host.isPluginActive),
    is_plugin_inactive: runSingle(host.isPluginInactive),
    is_plugin_paused: runSingle(host.isPluginPaused),
    wp_paused_plugins: async () =>
      Object.fromEntries(
        (await host.records()).filter(({ status }) => status === 'paused').map(({ id, error }) => [id, error?.message]),
      ),
    validate_plugin: runSingle(host.validatePlugin),
    validate_plugin_requirements: async (file: string) => renamed(await host.validatePluginRequirements(idOf(file))),
    validate_active_plugins: async () =>
      Object.fromEntries(
        Object.entries(await host.validateActivePlugins()).map(([id, error]) => [fileOf(id), shownError(error)]),
      ),
    is_plugin_active_for_network: () => false,
    is_network_only_plugin: () => false,
    get_plugin_files: async (file: string) => ((await host.record(idOf(file))) ? [file] : []),
    get_option: async (name: string) => files(await options.getOption(name)),
    update_option: (name: string, value: unknown) =>
      options.updateOption(name, Array.isArray(value) ? value.map((file: string) => idOf(file)) : value),
    '@trace_hooks': (...tags: string[]) => {
      for (const tag of tags) {
        const name = tag.includes('/') ? tag.replace(/\/.*$/, '') : tag;
        hooks.addAction(name, (...args: unknown[]) => void trace.push([tag, ...args.map(files)]), 10, 9);
      }
    },
    '@trace': () => trace.splice(0).map(files),
  };
}

/** Returns an error thrown by a plugin in the format recorded for PHP exceptions. */
async function orThrown(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return { $throw: 'Exception', message: (error as Error).message };
  }
}

/** Replaces platform names: Plinth by WordPress, Node.js by PHP. */
function renamed<T>(result: T | WpError): T | WpError {
  if (!isWpError(result)) return result;
  const message = result
    .getErrorMessage()
    .replaceAll('Plinth', 'WordPress')
    .replaceAll('Node.js', 'PHP')
    .replace('https://nodejs.org/en/download', 'https://wordpress.org/support/update-php/');
  return new WpError(result.getErrorCode().replace('_node_', '_php_'), message, result.getErrorData());
}

function byFile(result: true | WpError): true | WpError {
  if (!isWpError(result)) return result;
  const errors = Object.entries(result.getErrorData() as Record<string, WpError>);
  return new WpError(
    result.getErrorCode(),
    result.getErrorMessage(),
    Object.fromEntries(errors.map(([id, error]) => [fileOf(id), shownError(renamed<WpError>(error))])),
  );
}

function shownError(error: WpError): object {
  return {
    $error: {
      code: error.getErrorCode(),
      message: error.getErrorMessage(),
      data: error.getErrorData() ?? null,
      codes: error.getErrorCodes(),
    },
  };
}
