import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';
import type { AsyncAnswer } from './async-answer.js';

/** What `registerSidebar` takes; what is left out is as in WordPress. */
export interface SidebarArgs {
  /** By which the theme asks for it. */
  id: string;
  name?: string;
  description?: string;
  class?: string;
  /** Around each widget; `%1$s` is its id, `%2$s` the class of its kind. */
  before_widget?: string;
  after_widget?: string;
  before_title?: string;
  after_title?: string;
  before_sidebar?: string;
  after_sidebar?: string;
}

/** A place for widgets. */
export type Sidebar = Required<SidebarArgs>;

/** What the owner typed into a widget, by the name of the field. */
export type WidgetInstance = Readonly<Record<string, unknown>>;

/** What an owner can say of a widget. */
export interface WidgetField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'textarea' | 'number' | 'checkbox';
  readonly default?: string | number | boolean;
}

/** The place around a widget while it is drawn, as callbacks of `dynamic_sidebar_params` left it. */
export interface WidgetArgs extends Sidebar {
  widget_id: string;
  widget_name: string;
}

/** A kind of widget (WordPress: `WP_Widget`). @since 0.2.0 */
export interface Widget {
  /** By which its kind is known, such as `recent-posts`. */
  readonly idBase: string;
  readonly title: string;
  readonly description?: string;
  /** The CSS class of its frame; made of `idBase` when absent. */
  readonly classname?: string;
  readonly fields: readonly WidgetField[];
  /** Its HTML, without the frame; empty to show nothing at all. */
  render(instance: WidgetInstance, args: WidgetArgs): MaybePromise<string>;
}

/**
 * Places for widgets and what stands in them (WordPress: widgets.php).
 * @since 0.2.0
 */
export interface WidgetsApi {
  /** Makes a place for widgets known (`register_sidebar`). */
  registerSidebar(args: SidebarArgs): Undo;
  /** Takes back `registerSidebar` (`unregister_sidebar`). */
  unregisterSidebar(id: string): void;
  /** The places by their ids (`wp_registered_sidebars`). */
  getRegisteredSidebars(): ReadonlyMap<string, Sidebar>;
  /** Makes a kind of widget known (`register_widget`). */
  registerWidget(widget: Widget): Undo;
  /** The kinds of widgets by `idBase`. */
  getRegisteredWidgets(): ReadonlyMap<string, Widget>;
  /** The ids of the widgets in each place, and of those put aside in `wp_inactive_widgets` (`wp_get_sidebars_widgets`). */
  wpGetSidebarsWidgets(): Promise<Record<string, string[]>>;
  /** Says what stands in each place (`wp_set_sidebars_widgets`). */
  wpSetSidebarsWidgets(widgets: Readonly<Record<string, readonly string[]>>): Promise<void>;
  /** What the owner typed into a widget; undefined when there is none of that id. */
  getWidgetInstance(id: string): Promise<WidgetInstance | undefined>;
  /** Writes what a widget says. */
  setWidgetInstance(id: string, instance: WidgetInstance | undefined): Promise<void>;
  /** The id that the next widget of a kind gets (`next_widget_id_number`). */
  nextWidgetId(idBase: string): Promise<string>;
  /** Whether anything stands in a place (`is_active_sidebar`). */
  isActiveSidebar(id: string): AsyncAnswer;
  /** A place with its widgets as HTML; empty when there are none (`dynamic_sidebar`). */
  dynamicSidebar(id: string): Promise<string>;
  /** One widget as HTML, with the frame of its place (`wp_render_widget`). */
  wpRenderWidget(widgetId: string, sidebarId: string): Promise<string>;
}
