import type { OptionsApi } from 'plinth';

export const STORE_SETTINGS_OPTION = 'store_settings';

/** What the owner decides about products and their prices. */
interface StoreSettings {
  /** Percent of tax inside the price of a new product. */
  readonly taxRate: number;
  /** Down to this many pieces, a product's page says how few are left; 0: never. */
  readonly lowStock: number;
  /** How often a file that was bought may be fetched; 0: as often as wanted. */
  readonly downloads: number;
  /** Days from the payment in which it may be; 0: for ever. */
  readonly downloadDays: number;
}

/** The most that can be set for either. */
export const MAX_DOWNLOADS = 9999;

const DEFAULT_STORE: StoreSettings = { taxRate: 23, lowStock: 5, downloads: 10, downloadDays: 90 };

export interface StoreOptions {
  read(): Promise<StoreSettings>;
  write(settings: StoreSettings): Promise<void>;
}

export function createStoreOptions(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): StoreOptions {
  const within = (value: unknown, max: number, fallback: number): number =>
    typeof value === 'number' && value >= 0 && value <= max ? value : fallback;
  return {
    async read() {
      const stored = await options.getOption<unknown>(STORE_SETTINGS_OPTION, null);
      const { taxRate, lowStock, downloads, downloadDays } = (
        typeof stored === 'object' && stored !== null ? stored : {}
      ) as Partial<Record<keyof StoreSettings, unknown>>;
      return {
        taxRate: within(taxRate, 99.99, DEFAULT_STORE.taxRate),
        lowStock: within(lowStock, 9999, DEFAULT_STORE.lowStock),
        downloads: within(downloads, MAX_DOWNLOADS, DEFAULT_STORE.downloads),
        downloadDays: within(downloadDays, MAX_DOWNLOADS, DEFAULT_STORE.downloadDays),
      };
    },
    async write(settings) {
      await options.updateOption(STORE_SETTINGS_OPTION, settings);
    },
  };
}
