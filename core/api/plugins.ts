import type { WpError } from './wp-error.js';
import type { AsyncResult } from './async-result.js';

/**
 * Contents of a plugin.json, with WordPress's names.
 * @since 0.1.0
 */
export interface PluginData {
  readonly Name: string;
  readonly Version: string;
  readonly Description: string;
  readonly Author: string;
  readonly TextDomain: string;
  readonly RequiresPlugins: readonly string[];
}

/**
 * Plugins of the site, identified by their folder; WordPress's `folder/file.php` is accepted as `folder`.
 * @since 0.1.0
 */
export interface PluginsApi {
  /** Whether a plugin is active and running (`is_plugin_active`). */
  isPluginActive(plugin: string): AsyncResult;
  /** Whether a plugin is not active (`is_plugin_inactive`). */
  isPluginInactive(plugin: string): AsyncResult;
  /** Returns the installed plugins by folder (`get_plugins`). */
  getPlugins(): Promise<Record<string, PluginData>>;
  /** Returns the data of a plugin; undefined if it is not installed (`get_plugin_data`). */
  getPluginData(plugin: string): Promise<PluginData | undefined>;
  /**
   * Activates a plugin; returns null on success, otherwise the error (`activate_plugin`). Errors thrown by the
   * activated plugin are rethrown and attributed to it.
   * @throws PlinthError `plugins_locked` without permission
   */
  activatePlugin(plugin: string): Promise<WpError | null>;
  /**
   * Deactivates plugins after the current request has been answered (`deactivate_plugins`); a plugin may deactivate
   * itself.
   * @throws PlinthError `plugins_locked` without permission
   */
  deactivatePlugins(plugins: string | readonly string[]): Promise<void>;
}

/**
 * Paths and URLs of the plugin.
 * @since 0.1.0
 */
export interface PluginPathsApi {
  /** Returns the name of the plugin's folder (`plugin_basename`). */
  pluginBasename(): string;
  /**
   * Returns a path in the plugin's folder; without an argument the folder, with a trailing slash (`plugin_dir_path`).
   * @throws PlinthError `path_outside_folder`
   */
  pluginDirPath(path?: string): string;
  /**
   * Returns a path in the plugin's data folder, which is preserved on updates and not served over HTTP; without an
   * argument the folder, with a trailing slash. Each node has its own folder unless the site's data folder is shared;
   * backups exclude its `cache` subfolder. Create folders with `wpMkdirP`.
   * @throws PlinthError `path_outside_folder`
   * @since 0.1.0
   */
  pluginDataPath(path?: string): string;
  /**
   * Creates a folder and its parents (`wp_mkdir_p`), in `pluginDataPath()` or in the uploads folder.
   * @returns whether the folder exists now; false if a file has its name
   * @throws PlinthError `path_outside_folder`
   * @since 0.1.0
   */
  wpMkdirP(path: string): Promise<boolean>;
  /**
   * Returns the URL of the plugin's `assets/` folder, with a trailing slash (`plugin_dir_url`); no other folder is
   * served.
   */
  pluginDirUrl(): string;
  /** Returns the URL of a file in the plugin's `assets/` folder (`plugins_url`). */
  pluginsUrl(path?: string): string;
}
