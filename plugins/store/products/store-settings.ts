import type { OptionsApi } from 'plinth';

export const STORE_SETTINGS_OPTION = 'store_settings';

/** The shop owner's settings for products and prices. */
interface StoreSettings {
  /** Default tax rate included in the price of a new product, in percent. */
  readonly taxRate: number;
  /** Stock quantity at or below which a product page shows the remaining quantity; 0 for never. */
  readonly lowStock: number;
  /** Maximum number of downloads of a purchased file; 0 for no limit. */
  readonly downloads: number;
  /** Number of days after payment during which a file can be downloaded; 0 for no limit. */
  readonly downloadDays: number;
}

/** Maximum value of `downloads` and of `downloadDays`. */
export const MAX_DOWNLOADS = 9999;

const DEFAULT_SETTINGS: StoreSettings = { taxRate: 23, lowStock: 5, downloads: 10, downloadDays: 90 };

export interface StoreOptions {
  read(): Promise<StoreSettings>;
  write(settings: StoreSettings): Promise<void>;
}

export function createStoreOptions(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): StoreOptions {
  const numberInRange = (value: unknown, max: number, fallback: number): number =>
    typeof value === 'number' && value >= 0 && value <= max ? value : fallback;
  return {
    async read() {
      const stored = await options.getOption<unknown>(STORE_SETTINGS_OPTION, null);
      const { taxRate, lowStock, downloads, downloadDays } = (
        typeof stored === 'object' && stored !== null ? stored : {}
      ) as Partial<Record<keyof StoreSettings, unknown>>;
      return {
        taxRate: numberInRange(taxRate, 99.99, DEFAULT_SETTINGS.taxRate),
        lowStock: numberInRange(lowStock, 9999, DEFAULT_SETTINGS.lowStock),
        downloads: numberInRange(downloads, MAX_DOWNLOADS, DEFAULT_SETTINGS.downloads),
        downloadDays: numberInRange(downloadDays, MAX_DOWNLOADS, DEFAULT_SETTINGS.downloadDays),
      };
    },
    async write(settings) {
      await options.updateOption(STORE_SETTINGS_OPTION, settings);
    },
  };
}
