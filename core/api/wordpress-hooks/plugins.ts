/** WordPress's hooks of plugins being switched on and off, as they are fired here. */
declare module '../hooks.js' {
  interface Actions {
    activate_plugin: (plugin: string, networkWide: boolean) => void;
    activated_plugin: (plugin: string, networkWide: boolean) => void;
    deactivate_plugin: (plugin: string, networkWide: boolean) => void;
    deactivated_plugin: (plugin: string, networkWide: boolean) => void;
    deleted_plugin: (plugin: string, deleted: boolean) => void;
    plugin_quarantined: (plugin: string, reason: string) => void;
    pre_uninstall_plugin: (plugin: string, plugins: Readonly<Record<string, string>>) => void;
    upgrader_process_complete: (
      upgrader: null,
      extra: { action: string; type: string; plugins?: readonly string[]; themes?: readonly string[] },
    ) => void;
  }
}

/**
 * The hooks of the site's start, in this order. They come when a process starts, and to a plugin that is switched on later when it has booted;
 * no request is answered in them and nobody has signed in. Each callback hears them once.
 */
declare module '../hooks.js' {
  interface Actions {
    plugins_loaded: () => void;
    sanitize_comment_cookies: () => void;
    setup_theme: () => void;
    after_setup_theme: () => void;
    init: () => void;
    /** Within `init`, at its priority 1. */
    widgets_init: () => void;
    wp_loaded: () => void;
  }
}

export type {};
