import type { OptionsApi } from 'plinth';
import type { OwnerSetting, OwnerSettings } from '../contract/index.js';

const OPTION = 'store_delivery_settings';

/** What the owner set for a registered method. */
export interface MethodSettings {
  /** Whether it is offered. */
  readonly offered: boolean;
  readonly values: OwnerSettings;
}

/** The settings of registered methods, by their ids. */
export interface MethodOptions {
  /** @param settings what there is to set; what was never set is as they say */
  read(id: string, settings: readonly OwnerSetting[]): Promise<MethodSettings>;
  /** Sets those of some methods; the others stay. */
  write(changed: Readonly<Record<string, MethodSettings>>): Promise<void>;
}

export function createMethodOptions(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): MethodOptions {
  async function stored(): Promise<Record<string, Partial<MethodSettings> | undefined>> {
    const value = await options.getOption<unknown>(OPTION, null);
    return typeof value === 'object' && value !== null ? (value as Record<string, Partial<MethodSettings>>) : {};
  }
  return {
    async read(id, settings) {
      const own = (await stored())[id];
      const held: OwnerSettings = own?.values ?? {};
      const values = settings.map((one) => [one.name, typeof held[one.name] === typeof one.default ? held[one.name] : one.default] as const);
      return { offered: own?.offered !== false, values: Object.fromEntries(values) as OwnerSettings };
    },
    write: async (changed) => void (await options.updateOption(OPTION, { ...(await stored()), ...changed })),
  };
}
