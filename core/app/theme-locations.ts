import type { Undo } from '../api/index.js';
import type { SiteContent } from '../content/index.js';
import type { Hooks } from '../hooks/index.js';
import type { Views } from '../view/index.js';
import type { SiteWidgets } from '../widgets/index.js';

interface PlacesDeps {
  readonly views: Views;
  readonly content: SiteContent;
  readonly widgets: SiteWidgets;
  readonly hooks: Hooks;
}

/**
 * Keeps the places for menus and widgets those of the theme that is worn; one that builds on another has its places besides its own.
 * @returns called when another theme is worn
 */
export function followThemePlaces({ views, content, widgets, hooks }: PlacesDeps): () => void {
  const register = (): Undo[] =>
    [...views.themes]
      .reverse()
      .flatMap((theme) => [
        content.registerNavMenus(theme.menus),
        ...Object.entries(theme.sidebars).map(([id, name]) => widgets.registerSidebar({ id, name })),
      ]);
  let places = register();
  // Whoever sets it, a theme that cannot be used is not chosen.
  hooks.addFilter(
    'pre_update_option_stylesheet',
    (given: unknown, stored: unknown) => {
      try {
        views.assertTheme(String(given));
        return given;
      } catch {
        return stored;
      }
    },
    10,
    2,
  );
  return () => {
    for (const undo of places) undo();
    places = register();
  };
}
