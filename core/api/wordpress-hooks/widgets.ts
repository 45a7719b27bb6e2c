import type { Widget, WidgetArgs, WidgetInstance } from '../widgets.js';

/** WordPress's hooks of widgets and sidebars, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    dynamic_sidebar_has_widgets: (has: boolean, sidebar: string) => boolean;
    dynamic_sidebar_params: (params: WidgetArgs[]) => WidgetArgs[];
    is_active_sidebar: (active: boolean, sidebar: string) => boolean;
    sidebars_widgets: (sidebars: Record<string, string[]>) => Record<string, string[]>;
    widget_block_content: (content: string, instance: Readonly<Record<string, unknown>>, widget: Widget) => string;
    widget_categories_args: (
      args: Record<string, unknown>,
      instance: Readonly<Record<string, unknown>>,
    ) => Record<string, unknown>;
    widget_display_callback: (
      instance: WidgetInstance | false,
      widget: Widget,
      args: WidgetArgs,
    ) => WidgetInstance | false;
    widget_posts_args: (
      args: Record<string, unknown>,
      instance: Readonly<Record<string, unknown>>,
    ) => Record<string, unknown>;
    widget_text: (content: string, instance: Readonly<Record<string, unknown>>, widget: Widget) => string;
    widget_text_content: (content: string, instance: Readonly<Record<string, unknown>>, widget: Widget) => string;
    widget_title: (title: string, instance: Readonly<Record<string, unknown>>, idBase: string) => string;
  }

  interface Actions {
    dynamic_sidebar: (widget: {
      name: string;
      id: string;
      callback: Widget;
      params: { number: number }[];
      classname: string;
      description: string;
    }) => void;
    dynamic_sidebar_after: (sidebar: string, has: boolean) => void;
    dynamic_sidebar_before: (sidebar: string, has: boolean) => void;
  }
}

export type {};
