import type { OptionsApi } from 'plinth';
import { readIban } from './iban.js';

const OPTION = 'store_commerce_settings';

/** The owner's shipping and payment settings. Amounts are minor units, tax included. */
export interface CommerceValues {
  readonly courier: boolean;
  readonly courierPrice: number;
  /** Order value from which shipping is free; null for never. */
  readonly freeFrom: number | null;
  readonly pickup: boolean;
  readonly pickupPrice: number;
  readonly pickupPlace: string;
  readonly cod: boolean;
  readonly codFee: number;
  readonly transfer: boolean;
  readonly accountHolder: string;
  readonly accountNumber: string;
  readonly bankName: string;
  /** Tax rate of shipping and payment fees, in percent. */
  readonly shippingTaxRate: number;
  /** Recipient of emails about new orders; the site's address when empty. */
  readonly shopEmail: string;
  /** Days that an order awaits a bank transfer before its stock is released; 0 for no limit. */
  readonly transferDays: number;
  /** Minutes that an order awaits an online payment; 0 for no limit. */
  readonly onlineMinutes: number;
  /**
   * Numbers of orders after which the checkout requires a verification code: per email address or network in an hour,
   * per session in ten minutes.
   */
  readonly ordersPerEmail: number;
  readonly ordersPerNetwork: number;
  readonly ordersPerSession: number;
}

const DEFAULT_VALUES: CommerceValues = {
  courier: true,
  courierPrice: 1500,
  freeFrom: 20000,
  pickup: true,
  pickupPrice: 0,
  pickupPlace: '',
  cod: true,
  codFee: 0,
  transfer: true,
  accountHolder: '',
  accountNumber: '',
  bankName: '',
  shippingTaxRate: 23,
  shopEmail: '',
  transferDays: 7,
  onlineMinutes: 60,
  ordersPerEmail: 5,
  ordersPerNetwork: 10,
  ordersPerSession: 3,
};

export interface CommerceSettings {
  read(): Promise<CommerceValues>;
  write(settings: CommerceValues): Promise<void>;
  /** Whether the owner has ever saved the settings; otherwise the defaults apply. */
  isSaved(): Promise<boolean>;
}

export function createCommerceSettings(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): CommerceSettings {
  return {
    isSaved: async () => (await options.getOption<unknown>(OPTION, null)) !== null,
    async read() {
      const stored = await options.getOption<unknown>(OPTION, null);
      if (typeof stored !== 'object' || stored === null) return DEFAULT_VALUES;
      const storedSettings = Object.keys(DEFAULT_VALUES)
        .filter((key) => key in stored)
        .map((key) => [key, (stored as Record<string, unknown>)[key]]);
      return { ...DEFAULT_VALUES, ...(Object.fromEntries(storedSettings) as Partial<CommerceValues>) };
    },
    async write(settings) {
      await options.updateOption(OPTION, settings);
    },
  };
}

/** Whether the shop accepts bank transfers and has entered an account. */
export function acceptsTransfers({
  transfer,
  accountNumber,
}: Pick<CommerceValues, 'transfer' | 'accountNumber'>): boolean {
  return transfer && readIban(accountNumber) !== null;
}
