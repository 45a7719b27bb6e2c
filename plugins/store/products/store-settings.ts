import type { OptionsApi } from 'plinth';

export const STORE_SETTINGS_OPTION = 'store_settings';

/** The shop owner's settings for products and prices. */
interface StoreSettings {
  /** Default tax rate included in the price of a new product, in percent. */
  readonly taxRate: number;
  /** Stock level at or below which a product page shows the remaining quantity; 0: never. */
  readonly lowStock: number;
  /** Maximum number of downloads of a purchased file; 0: unlimited. */
  readonly downloads: number;
  /** Days after payment during which a file can be downloaded; 0: unlimited. */
  readonly downloadDays: number;
}

/** Maximum value of either download limit. */
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
