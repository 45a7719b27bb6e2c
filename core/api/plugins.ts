import type { WpError } from './wp-error.js';
import type { AsyncAnswer } from './async-answer.js';

/** What a plugin.json says of its plugin, under WordPress's names. @since 0.2.0 */
export interface PluginData {
  readonly Name: string;
  readonly Version: string;
  readonly Description: string;
  readonly Author: string;
  readonly TextDomain: string;
  readonly RequiresPlugins: readonly string[];
}

/** The plugins of the site. One is named by its folder; WordPress's `folder/file.php` is read as `folder`. @since 0.2.0 */
export interface PluginsApi {
  /** Whether a plugin is switched on and runs (`is_plugin_active`). */
  isPluginActive(plugin: string): AsyncAnswer;
  /** Whether a plugin is not switched on (`is_plugin_inactive`). */
  isPluginInactive(plugin: string): AsyncAnswer;
  /** The plugins that are here, by their folders (`get_plugins`). */
  getPlugins(): Promise<Record<string, PluginData>>;
  /** What one of them says of itself; undefined when it is not here (`get_plugin_data`). */
  getPluginData(plugin: string): Promise<PluginData | undefined>;
  /** Switches a plugin on; null when it is active now, otherwise why it is not (`activate_plugin`). What that plugin throws is thrown on, and stays its own fault. @throws PlinthError `plugins_closed` for who may not */
  activatePlugin(plugin: string): Promise<WpError | null>;
  /** Switches plugins off once the running request is answered (`deactivate_plugins`): one may name itself. @throws PlinthError `plugins_closed` for who may not */
  deactivatePlugins(plugins: string | readonly string[]): Promise<void>;
}

/** Where a plugin's own things lie. @since 0.2.0 */
export interface PluginPathsApi {
  /** The name of the plugin's folder (`plugin_basename`). */
  pluginBasename(): string;
  /** A path in the plugin's folder; the folder, with a slash at its end, when nothing is named (`plugin_dir_path`). @throws PlinthError `path_outside` */
  pluginDirPath(path?: string): string;
  /**
   * A path in the folder of the site's data where the plugin may keep files, which no update replaces and nobody is served from; the folder, with a slash
   * at its end, when nothing is named. Each node has its own unless their data folder is shared; backups leave out what lies in its `cache`. `wpMkdirP` makes it. @throws PlinthError `path_outside`
   * @since 0.2.0
   */
  pluginDataPath(path?: string): string;
  /**
   * Makes a folder and those above it (`wp_mkdir_p`): below `pluginDataPath()`, or below the uploads.
   * @returns whether it is there now; false where a file is in its way
   * @throws PlinthError `path_outside`
   * @since 0.2.0
   */
  wpMkdirP(path: string): Promise<boolean>;
  /** The address of the plugin's `assets/` folder, with a slash at its end (`plugin_dir_url`); nothing else of it is served. */
  pluginDirUrl(): string;
  /** The address of a file of the plugin's `assets/` folder (`plugins_url`). */
  pluginsUrl(path?: string): string;
}
