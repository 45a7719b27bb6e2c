import type { Undo } from './hooks.js';

/** When a script runs: after the page is read in the order of scripts (`defer`), as soon as it is there (`async`), or at once, while the page waits (`blocking`). */
export type ScriptStrategy = 'defer' | 'async' | 'blocking';

/** Where and how a script or style goes into the page. */
export interface AssetOptions {
  /** Handles that must come first. One that is not there leaves this script or style out of the page, as in WordPress, and is named. */
  readonly deps?: readonly string[];
  /** Changes the address when the file changes; the plugin's version when absent. */
  readonly version?: string;
  /** Whose pages carry it: `front` (the default), `admin`, `login` or `both` (front and admin). What is enqueued while a page is made goes into that page. */
  readonly on?: 'front' | 'admin' | 'login' | 'both';
  /** Only where a view or block asked for it during the request, with `useAsset`. */
  readonly onDemand?: boolean;
  /** Of scripts; `defer` when absent. @since 0.2.0 */
  readonly strategy?: ScriptStrategy;
  /** Of scripts: at the end of the page. @since 0.2.0 */
  readonly inFooter?: boolean;
  /** Of styles: the media query it is for. @since 0.2.0 */
  readonly media?: string;
}

/** The fifth argument of `wp_enqueue_script`: how the script runs, or whether it stands at the end of the page. */
export type ScriptArgs = boolean | { readonly strategy?: 'defer' | 'async'; readonly inFooter?: boolean };
/** A version in the address: a text, `false` for the plugin's own, `null` for none. */
export type AssetVersion = string | false | null;
/** What can be asked about a handle. */
export type AssetState = 'registered' | 'enqueued' | 'queue';

/**
 * Scripts and styles under WordPress's names and in its order of arguments. In `boot` they speak of every page; while a page is made, of that page alone.
 * Files are named below the plugin's `assets/`, below the site with a leading slash, or on a host that plugin.json declares.
 * @since 0.2.0
 */
export interface ScriptsApi {
  /** Makes a script known without putting it into a page (`wp_register_script`). Without a file it only gathers its dependencies. @returns false when this plugin has one of that handle already */
  wpRegisterScript(
    handle: string,
    src: string | false,
    deps?: readonly string[],
    version?: AssetVersion,
    args?: ScriptArgs,
  ): boolean;
  /** Puts a script into the page, and makes it known when it is given a file (`wp_enqueue_script`). @throws PlinthError `host_not_declared` */
  wpEnqueueScript(
    handle: string,
    src?: string,
    deps?: readonly string[],
    version?: AssetVersion,
    args?: ScriptArgs,
  ): Undo;
  /** Takes a script out again, whoever put it in (`wp_dequeue_script`). What needs it still brings it. */
  wpDequeueScript(handle: string): Undo;
  /** Forgets a script, whoever made it known (`wp_deregister_script`). */
  wpDeregisterScript(handle: string): Undo;
  /** Whether a script is known, or goes into the page (`wp_script_is`). */
  wpScriptIs(handle: string, state?: AssetState): boolean;
  /** Puts code before or after a script (`wp_add_inline_script`). One with code after it waits for nothing, and nothing that needs it does. @returns false when there is no such script */
  wpAddInlineScript(handle: string, code: string, position?: 'before' | 'after'): boolean;
  /** Gives a script data under a global name (`wp_localize_script`). @returns false when there is no such script, or the name is none that JavaScript takes */
  wpLocalizeScript(handle: string, objectName: string, data: Readonly<Record<string, unknown>>): boolean;
  /** Makes a style known without putting it into a page (`wp_register_style`). */
  wpRegisterStyle(
    handle: string,
    src: string | false,
    deps?: readonly string[],
    version?: AssetVersion,
    media?: string,
  ): boolean;
  /** Puts a style into the page, and makes it known when it is given a file (`wp_enqueue_style`). @throws PlinthError `host_not_declared` */
  wpEnqueueStyle(handle: string, src?: string, deps?: readonly string[], version?: AssetVersion, media?: string): Undo;
  /** Takes a style out again, whoever put it in (`wp_dequeue_style`). */
  wpDequeueStyle(handle: string): Undo;
  /** Forgets a style, whoever made it known (`wp_deregister_style`). */
  wpDeregisterStyle(handle: string): Undo;
  /** Whether a style is known, or goes into the page (`wp_style_is`). */
  wpStyleIs(handle: string, state?: AssetState): boolean;
  /** Puts rules behind a style (`wp_add_inline_style`). @returns false when there is no such style */
  wpAddInlineStyle(handle: string, css: string): boolean;
  /** Makes a script module known under the name that other modules import (`wp_register_script_module`). */
  wpRegisterScriptModule(id: string, src: string, deps?: readonly ModuleDependency[], version?: AssetVersion): void;
  /** Puts a script module into the page (`wp_enqueue_script_module`). Data for it: the filter `script_module_data_{id}`. */
  wpEnqueueScriptModule(id: string, src?: string, deps?: readonly ModuleDependency[], version?: AssetVersion): Undo;
  /** Takes a script module out again (`wp_dequeue_script_module`). */
  wpDequeueScriptModule(id: string): Undo;
  /** Forgets a script module (`wp_deregister_script_module`). */
  wpDeregisterScriptModule(id: string): Undo;

  /** What lets inline code of this answer run: `<script nonce="…">`, `<style nonce="…">`. Empty where no page is made. */
  cspNonce(): string;
  /** A script element for a file, with the nonce (`wp_get_script_tag`). */
  wpGetScriptTag(attributes: Readonly<Record<string, string | boolean>>): string;
  /** A script element with code in it, with the nonce (`wp_get_inline_script_tag`). */
  wpGetInlineScriptTag(code: string, attributes?: Readonly<Record<string, string | boolean>>): string;
}

/** A module that must be there, by name; one that is imported with `import()` is not fetched beforehand. */
export type ModuleDependency = string | { readonly id: string; readonly import?: 'static' | 'dynamic' };
