import type { Undo } from './hooks.js';

/**
 * When a script runs: after the page is parsed, in script order (`defer`), as soon as it is loaded (`async`), or
 * immediately, blocking the parser (`blocking`).
 */
export type ScriptStrategy = 'defer' | 'async' | 'blocking';

/** Where and how a script or style is added to a page. */
export interface AssetOptions {
  /**
   * Handles of assets that must be loaded first. If one is not registered, this asset is left out of the page, as in
   * WordPress, and the missing handle is logged.
   */
  readonly deps?: readonly string[];
  /** Cache-busting version in the URL; defaults to the plugin version. */
  readonly version?: string;
  /**
   * Pages that load the asset: `front` (the default), `admin`, `login` or `both` (front and admin). An asset enqueued
   * while a page is rendered is added to that page only.
   */
  readonly on?: 'front' | 'admin' | 'login' | 'both';
  /** Whether to load the asset only if a view or block requests it with `useAsset` during the request. */
  readonly onDemand?: boolean;
  /**
   * Loading strategy of a script; defaults to `defer`.
   * @since 0.1.0
   */
  readonly strategy?: ScriptStrategy;
  /**
   * Whether to print a script at the end of the page.
   * @since 0.1.0
   */
  readonly inFooter?: boolean;
  /**
   * Media query of a style.
   * @since 0.1.0
   */
  readonly media?: string;
}

/** Fifth argument of `wp_enqueue_script`: loading strategy, or whether to print the script at the end of the page. */
export type ScriptArgs = boolean | { readonly strategy?: 'defer' | 'async'; readonly inFooter?: boolean };
/** Version in the asset URL: a string, `false` for the plugin version, `null` for none. */
export type AssetVersion = string | false | null;
/** State of a handle to check for. */
export type AssetState = 'registered' | 'enqueued' | 'queue';

/**
 * Functions for scripts and styles with the names and argument order of WordPress. Called in `boot` they affect all
 * pages; called while a page is rendered, only that page.
 * Files are given relative to the plugin's `assets/`, relative to the site root with a leading slash, or on a host
 * declared in plugin.json.
 * @since 0.1.0
 */
export interface ScriptsApi {
  /**
   * Registers a script without adding it to a page (`wp_register_script`). A handle without a file only groups its
   * dependencies.
   * @returns false if this plugin has already registered the handle
   */
  wpRegisterScript(
    handle: string,
    src: string | false,
    deps?: readonly string[],
    version?: AssetVersion,
    args?: ScriptArgs,
  ): boolean;
  /**
   * Adds a script to the page and registers it if a file is given (`wp_enqueue_script`).
   * @throws PlinthError `host_not_declared`
   */
  wpEnqueueScript(
    handle: string,
    src?: string,
    deps?: readonly string[],
    version?: AssetVersion,
    args?: ScriptArgs,
  ): Undo;
  /**
   * Removes a script from the page, even if another plugin added it (`wp_dequeue_script`). Scripts that depend on it
   * still load it.
   */
  wpDequeueScript(handle: string): Undo;
  /** Unregisters a script, even if another plugin registered it (`wp_deregister_script`). */
  wpDeregisterScript(handle: string): Undo;
  /** Whether a script is registered or enqueued (`wp_script_is`). */
  wpScriptIs(handle: string, state?: AssetState): boolean;
  /**
   * Adds inline code before or after a script (`wp_add_inline_script`). A script with code after it is loaded as
   * blocking, and so are its dependencies.
   * @returns false if the script is not registered
   */
  wpAddInlineScript(handle: string, code: string, position?: 'before' | 'after'): boolean;
  /**
   * Passes data to a script as a global variable (`wp_localize_script`).
   * @returns false if the script is not registered or the name is not a valid JavaScript identifier
   */
  wpLocalizeScript(handle: string, objectName: string, data: Readonly<Record<string, unknown>>): boolean;
  /** Registers a style without adding it to a page (`wp_register_style`). */
  wpRegisterStyle(
    handle: string,
    src: string | false,
    deps?: readonly string[],
    version?: AssetVersion,
    media?: string,
  ): boolean;
  /**
   * Adds a style to the page and registers it if a file is given (`wp_enqueue_style`).
   * @throws PlinthError `host_not_declared`
   */
  wpEnqueueStyle(handle: string, src?: string, deps?: readonly string[], version?: AssetVersion, media?: string): Undo;
  /** Removes a style from the page, even if another plugin added it (`wp_dequeue_style`). */
  wpDequeueStyle(handle: string): Undo;
  /** Unregisters a style, even if another plugin registered it (`wp_deregister_style`). */
  wpDeregisterStyle(handle: string): Undo;
  /** Whether a style is registered or enqueued (`wp_style_is`). */
  wpStyleIs(handle: string, state?: AssetState): boolean;
  /**
   * Adds CSS after a style (`wp_add_inline_style`).
   * @returns false if the style is not registered
   */
  wpAddInlineStyle(handle: string, css: string): boolean;
  /** Registers a script module under the name that other modules import (`wp_register_script_module`). */
  wpRegisterScriptModule(id: string, src: string, deps?: readonly ModuleDependency[], version?: AssetVersion): void;
  /**
   * Adds a script module to the page (`wp_enqueue_script_module`). Use the filter `script_module_data_{id}` to pass
   * data to it.
   */
  wpEnqueueScriptModule(id: string, src?: string, deps?: readonly ModuleDependency[], version?: AssetVersion): Undo;
  /** Removes a script module from the page (`wp_dequeue_script_module`). */
  wpDequeueScriptModule(id: string): Undo;
  /** Unregisters a script module (`wp_deregister_script_module`). */
  wpDeregisterScriptModule(id: string): Undo;

  /**
   * Returns the CSP nonce that allows inline code in the current response: `<script nonce="…">`, `<style nonce="…">`.
   * Empty if no page is being rendered.
   */
  cspNonce(): string;
  /** Returns a script element for a file, with the nonce (`wp_get_script_tag`). */
  wpGetScriptTag(attributes: Readonly<Record<string, string | boolean>>): string;
  /** Returns a script element with inline code and the nonce (`wp_get_inline_script_tag`). */
  wpGetInlineScriptTag(code: string, attributes?: Readonly<Record<string, string | boolean>>): string;
}

/** Name of a required module. Modules that are loaded with `import()` (`dynamic`) are not preloaded. */
export type ModuleDependency = string | { readonly id: string; readonly import?: 'static' | 'dynamic' };
