/** WordPress's hooks of plugin activation and deactivation, as fired here. */
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
 * Hooks of the startup sequence, in this order. They fire when a process starts, and for a plugin that is activated
 * later after its `boot`; there is no current request or user. Each callback runs once.
 */
declare module '../hooks.js' {
  interface Actions {
    plugins_loaded: () => void;
    sanitize_comment_cookies: () => void;
    setup_theme: () => void;
    after_setup_theme: () => void;
    init: () => void;
    /** Fires within `init`, at its priority 1. */
    widgets_init: () => void;
    wp_loaded: () => void;
  }
}

export type {};
