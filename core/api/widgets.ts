import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';
import type { AsyncResult } from './async-result.js';

/** Arguments of `registerSidebar`; defaults are those of WordPress. */
export interface SidebarArgs {
  /** ID the theme uses to render it. */
  id: string;
  name?: string;
  description?: string;
  class?: string;
  /** HTML before each widget; `%1$s` is the widget's ID, `%2$s` the class of its type. */
  before_widget?: string;
  after_widget?: string;
  before_title?: string;
  after_title?: string;
  before_sidebar?: string;
  after_sidebar?: string;
}

/** A sidebar (widget area). */
export type Sidebar = Required<SidebarArgs>;

/** Settings of a widget, by field name. */
export type WidgetInstance = Readonly<Record<string, unknown>>;

/** A setting of a widget. */
export interface WidgetField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'textarea' | 'number' | 'checkbox';
  readonly default?: string | number | boolean;
}

/** The sidebar around a widget while it is rendered, after the filter `dynamic_sidebar_params`. */
export interface WidgetArgs extends Sidebar {
  widget_id: string;
  widget_name: string;
}

/**
 * A widget type (WordPress: `WP_Widget`).
 * @since 0.1.0
 */
export interface Widget {
  /** Identifier of the widget type, such as `recent-posts`. */
  readonly idBase: string;
  readonly title: string;
  readonly description?: string;
  /** CSS class of the wrapper; derived from `idBase` if absent. */
  readonly classname?: string;
  readonly fields: readonly WidgetField[];
  /** Renders the widget as HTML, without its wrapper; an empty string shows nothing. */
  render(instance: WidgetInstance, args: WidgetArgs): MaybePromise<string>;
}

/**
 * Sidebars and their widgets (WordPress: widgets.php).
 * @since 0.1.0
 */
export interface WidgetsApi {
  /** Registers a sidebar (`register_sidebar`). */
  registerSidebar(args: SidebarArgs): Undo;
  /** Unregisters a sidebar (`unregister_sidebar`). */
  unregisterSidebar(id: string): void;
  /** Returns the sidebars by ID (`wp_registered_sidebars`). */
  getRegisteredSidebars(): ReadonlyMap<string, Sidebar>;
  /** Registers a widget type (`register_widget`). */
  registerWidget(widget: Widget): Undo;
  /** Returns the widget types by `idBase`. */
  getRegisteredWidgets(): ReadonlyMap<string, Widget>;
  /**
   * Returns the IDs of the widgets in each sidebar, and of inactive ones in `wp_inactive_widgets`
   * (`wp_get_sidebars_widgets`).
   */
  wpGetSidebarsWidgets(): Promise<Record<string, string[]>>;
  /** Sets the widgets of each sidebar (`wp_set_sidebars_widgets`). */
  wpSetSidebarsWidgets(widgets: Readonly<Record<string, readonly string[]>>): Promise<void>;
  /** Returns the settings of a widget; undefined if it does not exist. */
  getWidgetInstance(id: string): Promise<WidgetInstance | undefined>;
  /** Stores the settings of a widget. */
  setWidgetInstance(id: string, instance: WidgetInstance | undefined): Promise<void>;
  /** Returns the ID for the next widget of a type (`next_widget_id_number`). */
  nextWidgetId(idBase: string): Promise<string>;
  /** Whether a sidebar has widgets (`is_active_sidebar`). */
  isActiveSidebar(id: string): AsyncResult;
  /** Renders a sidebar with its widgets as HTML; empty if it has none (`dynamic_sidebar`). */
  dynamicSidebar(id: string): Promise<string>;
  /** Renders a widget as HTML, with the wrapper of its sidebar (`wp_render_widget`). */
  wpRenderWidget(widgetId: string, sidebarId: string): Promise<string>;
}
