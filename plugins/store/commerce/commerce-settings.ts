import type { OptionsApi } from 'plinth';
import { readIban } from './iban.js';

const OPTION = 'store_selling';

/** What the owner decides about delivery and payment. Amounts are minor units, tax included. */
export interface SellingSettings {
  readonly courier: boolean;
  readonly courierPrice: number;
  /** Goods for this much or more are sent free of charge; null: never. */
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
  /** Percent of tax inside the prices of delivery and payment. */
  readonly shippingTaxRate: number;
  /** Where letters about new orders go; the site's address when empty. */
  readonly shopEmail: string;
  /** Days that an order waits for its transfer before it lets go of its goods; 0: for ever. */
  readonly transferDays: number;
  /** Minutes that an order waits for a payment that is made at once; 0: for ever. */
  readonly onlineMinutes: number;
  /** Orders after which the checkout asks for a code: of one e-mail address or network in an hour, of one session in ten minutes. */
  readonly ordersPerEmail: number;
  readonly ordersPerNetwork: number;
  readonly ordersPerSession: number;
}

const DEFAULT_SELLING: SellingSettings = {
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

export interface SellingOptions {
  read(): Promise<SellingSettings>;
  write(settings: SellingSettings): Promise<void>;
  /** Whether the owner has ever decided; else the shop sells as it came. */
  isChosen(): Promise<boolean>;
}

export function createSellingOptions(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): SellingOptions {
  return {
    isChosen: async () => (await options.getOption<unknown>(OPTION, null)) !== null,
    async read() {
      const stored = await options.getOption<unknown>(OPTION, null);
      if (typeof stored !== 'object' || stored === null) return DEFAULT_SELLING;
      const known = Object.keys(DEFAULT_SELLING)
        .filter((key) => key in stored)
        .map((key) => [key, (stored as Record<string, unknown>)[key]]);
      return { ...DEFAULT_SELLING, ...(Object.fromEntries(known) as Partial<SellingSettings>) };
    },
    async write(settings) {
      await options.updateOption(OPTION, settings);
    },
  };
}

/** Whether the shop takes transfers, and says where to. */
export function takesTransfers({
  transfer,
  accountNumber,
}: Pick<SellingSettings, 'transfer' | 'accountNumber'>): boolean {
  return transfer && readIban(accountNumber) !== null;
}
