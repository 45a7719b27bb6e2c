/** WordPress's hooks of options, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    alloptions: (all: Record<string, string>) => Record<string, string>;
    pre_option: (value: unknown, option: string, fallback: Record<string, string>) => unknown;
    pre_update_option: (value: unknown, option: string, oldValue: unknown) => unknown;
    wp_autoload_values_to_autoload: (values: string[]) => string[];
    wp_default_autoload_value: (
      autoload: boolean | null,
      option: string,
      value: unknown,
      serialized: string,
    ) => boolean | null;
  }

  interface Actions {
    add_option: (option: string, value: unknown) => void;
    added_option: (option: string, value: unknown) => void;
    delete_option: (option: string) => void;
    deleted_option: (option: string) => void;
    update_option: (option: string, oldValue: unknown, value: unknown) => void;
    updated_option: (option: string, oldValue: unknown, value: unknown) => void;
  }
}

export type {};
