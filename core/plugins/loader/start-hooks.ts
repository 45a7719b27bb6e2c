import { createContext, runInContext } from '../../context/index.js';
import type { Hooks } from '../../hooks/index.js';

/**
 * Fires the startup hooks that WordPress fires at the beginning of each request, in the order of WordPress's
 * `wp-settings.php`: once per process, and later for plugins activated since. No request's context applies, even when a
 * screen activated a plugin: registrations made here are valid for all requests.
 */
export function fireStartHooks(hooks: Pick<Hooks, 'doAction' | 'doActionOnce'>): Promise<void> {
  return runInContext(createContext('start'), async () => {
    await hooks.doActionOnce('plugins_loaded');
    await hooks.doAction('plinth/plugins_changed');
    await hooks.doActionOnce('sanitize_comment_cookies');
    await hooks.doActionOnce('setup_theme');
    await hooks.doActionOnce('after_setup_theme');
    await hooks.doActionOnce('init');
    await hooks.doActionOnce('wp_loaded');
  });
}

/** Widgets are registered early in `init`, as in WordPress. */
export function hookWidgetsInit(hooks: Pick<Hooks, 'addAction' | 'doActionOnce'>): void {
  hooks.addAction('init', () => hooks.doActionOnce('widgets_init'), 1, 0);
}
