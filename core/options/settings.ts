import type { HookApi, ObjectCacheApi, OptionsApi, RegisteredSetting, SettingsError, Undo } from '../api/index.js';

type Settings = Pick<
  OptionsApi,
  'registerSetting' | 'unregisterSetting' | 'getRegisteredSettings' | 'addSettingsError' | 'getSettingsErrors'
>;

/** Creates the registry of settings, with the errors of this request. */
export function createSettings(hooks: HookApi, cache: ObjectCacheApi): Settings {
  const registered = new Map<string, RegisteredSetting>();
  const undo = new Map<string, Undo[]>();
  const errors = (): SettingsError[] => cache.requestStore<SettingsError[]>('settings:errors', () => []);

  const unregister = (name: string): void => {
    for (const step of undo.get(name) ?? []) step();
    undo.delete(name);
    registered.delete(name);
  };

  return {
    registerSetting(group, name, args = {}) {
      unregister(name);
      const steps: Undo[] = [];
      const { sanitizeCallback } = args;
      if (sanitizeCallback)
        steps.push(hooks.addFilter(`sanitize_option_${name}`, (value: unknown) => sanitizeCallback(value)));
      if ('default' in args) {
        const provideDefault = (value: unknown, _name: string, passed: boolean): unknown =>
          passed ? value : args.default;
        steps.push(hooks.addFilter(`default_option_${name}`, provideDefault, 10, 3));
      }
      registered.set(name, { ...args, group });
      undo.set(name, steps);
    },
    unregisterSetting(_group, name) {
      unregister(name);
    },
    getRegisteredSettings: () => registered,
    addSettingsError(setting, code, message, type = 'error') {
      errors().push({ setting, code, message, type });
    },
    getSettingsErrors: (setting) => errors().filter((error) => setting === undefined || error.setting === setting),
  };
}
