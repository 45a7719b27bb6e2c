

/** WordPress's hooks of plugins being switched on and off, as they are fired here. */
declare module '../hooks.js' {
  interface Actions {
    activate_plugin: (plugin: string, networkWide: boolean) => void;
    activated_plugin: (plugin: string, networkWide: boolean) => void;
    deactivate_plugin: (plugin: string, networkWide: boolean) => void;
    deactivated_plugin: (plugin: string, networkWide: boolean) => void;
    deleted_plugin: (plugin: string, deleted: boolean) => void;
    plugin_quarantined: (plugin: string, reason: string) => void;
    plugins_loaded: () => void;
    pre_uninstall_plugin: (plugin: string, plugins: Readonly<Record<string, string>>) => void;
    upgrader_process_complete: (upgrader: null, extra: { action: string; type: string; plugins?: readonly string[]; themes?: readonly string[] }) => void;
  }
}

export type {};
