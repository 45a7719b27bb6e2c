import { type TranslationApi, WpError } from '../../api/index.js';
import type { Host } from './host.js';
import { type HostVersions, incompatibilityError } from '../manifest/requirements.js';

interface PluginValidationDeps {
  readonly host: Pick<Host, 'record' | 'unmetRequirement'>;
  readonly versions: HostVersions;
  readonly production: boolean;
  readonly text: TranslationApi;
  adminUrl(path: string): string;
}

/** Checks whether a plugin can be activated. */
export interface PluginValidation {
  /** Returns whether the id is valid and its plugin.json can be used (`validate_plugin`). */
  validatePlugin(id: string): Promise<0 | WpError>;
  /**
   * Returns whether its requirements are met; a plugin without a usable plugin.json has none
   * (`validate_plugin_requirements`).
   */
  validatePluginRequirements(id: string): Promise<true | WpError>;
}

export function createPluginValidation(deps: PluginValidationDeps): PluginValidation {
  const {
    host,
    text: { __, _n },
  } = deps;

  async function validatePlugin(id: string): Promise<0 | WpError> {
    if (id.split('/').includes('..')) return new WpError('plugin_invalid', 'Invalid plugin path.');
    if (id === '') return new WpError('no_plugin_header', 'The plugin does not have a valid header.');
    const record = await host.record(id);
    if (!record) return new WpError('plugin_not_found', 'Plugin file does not exist.');
    return record.manifest ? 0 : new WpError('no_plugin_header', 'The plugin does not have a valid header.');
  }

  async function validatePluginRequirements(id: string): Promise<true | WpError> {
    const manifest = (await host.record(id))?.manifest;
    if (!manifest) return true;
    const incompatibility = incompatibilityError(manifest, deps.versions, deps.text);
    if (incompatibility) return incompatibility;
    const unmet = await host.unmetRequirement(manifest);
    if (unmet?.code === 'plugin_dependency_version') return new WpError('plugin_dependency_version', unmet.message);
    const missing = await missingDependencies(Object.keys(manifest.requiresPlugins), manifest.name);
    if (missing) return missing;
    if (manifest.developmentOnly && deps.production) {
      return new WpError(
        'plugin_development_only',
        __('“%s” is a development plugin and does not run in production.', manifest.name),
      );
    }
    return true;
  }

  async function missingDependencies(ids: readonly string[], name: string): Promise<WpError | undefined> {
    const inactive: Record<string, string> = {};
    const notInstalled: Record<string, string> = {};
    for (const id of ids) {
      const record = await host.record(id);
      if (!record?.manifest) notInstalled[id] = id;
      else if (record.status !== 'active') inactive[id] = record.manifest.name;
    }
    const names = [...Object.values(inactive), ...Object.values(notInstalled)];
    if (names.length === 0) return undefined;
    const needs = _n(
      '%1$s requires %2$d plugin to be installed and activated: %3$s.',
      '%1$s requires %2$d plugins to be installed and activated: %3$s.',
      names.length,
      name,
      names.length,
      names.join(', '),
    );
    return new WpError(
      'plugin_missing_dependencies',
      `<p><strong>Error:</strong> ${needs} <a href="${deps.adminUrl('plugins.php')}">${__('Manage plugins')}</a>.</p>`,
      {
        ...(Object.keys(inactive).length > 0 ? { inactive } : {}),
        ...(Object.keys(notInstalled).length > 0 ? { not_installed: notInstalled } : {}),
      },
    );
  }

  return { validatePlugin, validatePluginRequirements };
}
