import { createContext, runInContext } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';

/**
 * Tells of the site's start what WordPress tells at the beginning of each request, in its order: once in a process, and later to those who were
 * switched on since. Nobody's request is answered meanwhile, also where a screen switched a plugin on: what is registered here is for all of them.
 * The source of their order is WordPress's `wp-settings.php`.
 */
export function announceStart(hooks: Pick<Hooks, 'doAction' | 'doActionOnce'>): Promise<void> {
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

/** Widgets are asked for early in `init`, as in WordPress. */
export function announceWidgets(hooks: Pick<Hooks, 'addAction' | 'doActionOnce'>): void {
  hooks.addAction('init', () => hooks.doActionOnce('widgets_init'), 1, 0);
}
