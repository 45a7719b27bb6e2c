import type { MenusApi, OptionsApi, Undo } from '../../api/index.js';

type Locations = Pick<
  MenusApi,
  | 'registerNavMenus'
  | 'registerNavMenu'
  | 'unregisterNavMenu'
  | 'getRegisteredNavMenus'
  | 'getNavMenuLocations'
  | 'setNavMenuLocations'
  | 'hasNavMenu'
>;

/** Prefix of the name of the option with a theme's settings. */
const THEME_MODS_PREFIX = 'theme_mods_';

/**
 * Manages menu locations and the menus assigned to them (WordPress: register_nav_menus, and the `nav_menu_locations`
 * theme mod).
 */
export function createLocations({ options }: { options: OptionsApi }): Locations {
  const registeredLocations = new Map<string, string>();

  const optionName = async (): Promise<string> => {
    const theme = await options.getOption<string>('stylesheet', '');
    return THEME_MODS_PREFIX + (theme || 'default');
  };
  const getThemeMods = async (): Promise<Record<string, unknown>> => {
    const name = await optionName();
    const stored = await options.getOption<unknown>(name, false);
    return isRecord(stored) ? stored : {};
  };

  async function getNavMenuLocations(): Promise<Record<string, number>> {
    const { nav_menu_locations: stored } = await getThemeMods();
    return isRecord(stored)
      ? Object.fromEntries(Object.entries(stored).map(([location, menu]) => [location, Number(menu) || 0]))
      : {};
  }

  function registerNavMenus(newLocations: Readonly<Record<string, string>>): Undo {
    for (const [location, text] of Object.entries(newLocations)) registeredLocations.set(location, text);
    return () => {
      for (const location of Object.keys(newLocations)) registeredLocations.delete(location);
    };
  }

  return {
    registerNavMenus,
    registerNavMenu: (location, text) => registerNavMenus({ [location]: text }),
    unregisterNavMenu: (location) => registeredLocations.delete(location),
    getRegisteredNavMenus: () => Object.fromEntries(registeredLocations),
    getNavMenuLocations,
    async setNavMenuLocations(menus) {
      const assigned = Object.fromEntries(Object.entries(menus).filter(([, menu]) => menu > 0));
      await options.updateOption(await optionName(), { ...(await getThemeMods()), nav_menu_locations: assigned });
    },
    hasNavMenu: async (location) =>
      registeredLocations.has(location) && ((await getNavMenuLocations())[location] ?? 0) > 0,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
