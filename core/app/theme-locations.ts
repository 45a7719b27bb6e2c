import type { Undo, WidgetsApi } from '../api/index.js';
import type { SiteContent } from '../content/index.js';
import type { Hooks } from '../hooks/index.js';
import type { Views } from '../view/index.js';

interface ThemeLocationsDeps {
  readonly views: Views;
  readonly content: SiteContent;
  readonly widgets: WidgetsApi;
  readonly hooks: Hooks;
}

/**
 * Registers the menu locations and widget areas of the active theme, and again after a theme switch. A child theme has
 * those of its parent in addition to its own.
 * @returns a function to call after a theme switch
 */
export function registerThemeLocations({ views, content, widgets, hooks }: ThemeLocationsDeps): () => void {
  const register = (): Undo[] =>
    [...views.themes]
      .reverse()
      .flatMap((theme) => [
        content.registerNavMenus(theme.menus),
        ...Object.entries(theme.sidebars).map(([id, name]) => widgets.registerSidebar({ id, name })),
      ]);
  let registrations = register();
  // A theme that cannot be used is never activated, whichever code sets the option.
  hooks.addFilter(
    'pre_update_option_stylesheet',
    (stylesheet: unknown, oldValue: unknown) => {
      try {
        views.assertTheme(String(stylesheet));
        return stylesheet;
      } catch {
        return oldValue;
      }
    },
    10,
    2,
  );
  return () => {
    for (const undo of registrations) undo();
    registrations = register();
  };
}
