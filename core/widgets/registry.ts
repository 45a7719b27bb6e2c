import type { Sidebar, SidebarArgs, Undo, Widget, WidgetsApi } from '../api/index.js';

type Registry = Pick<
  WidgetsApi,
  'registerSidebar' | 'unregisterSidebar' | 'getRegisteredSidebars' | 'registerWidget' | 'getRegisteredWidgets'
>;

const DEFAULT_SIDEBAR: Omit<Sidebar, 'id' | 'name'> = {
  description: '',
  class: '',
  before_widget: '<section id="%1$s" class="widget %2$s">',
  after_widget: '</section>',
  before_title: '<h2 class="widget__title">',
  after_title: '</h2>',
  before_sidebar: '',
  after_sidebar: '',
};

/** Creates the registry of sidebars and widget types. */
export function createWidgetRegistry(): Registry {
  const sidebars = new Map<string, Sidebar>();
  const widgets = new Map<string, Widget>();

  /** @returns the function that undoes it, unless the name has been registered again in the meantime */
  function register<T>(map: Map<string, T>, name: string, value: T): Undo {
    map.set(name, value);
    return () => void (map.get(name) === value && map.delete(name));
  }

  return {
    registerSidebar: (args: SidebarArgs) => register(sidebars, args.id, { ...DEFAULT_SIDEBAR, name: args.id, ...args }),
    unregisterSidebar: (id) => void sidebars.delete(id),
    getRegisteredSidebars: () => sidebars,
    registerWidget: (widget) => register(widgets, widget.idBase, widget),
    getRegisteredWidgets: () => widgets,
  };
}

/** Returns the type and the number of a widget by its id, `text-2`. */
export function parseWidgetId(id: string): { idBase: string; number: number } {
  const [, idBase = id, number = '0'] = /^(.+)-(\d+)$/.exec(id) ?? [];
  return { idBase, number: Number(number) };
}
