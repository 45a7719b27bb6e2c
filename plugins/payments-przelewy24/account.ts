import type { TranslationApi } from 'plinth';
import type { Setting, Values } from './shop-types.js';

/** The shop's account with Przelewy24. */
export interface Account {
  readonly merchantId: number;
  readonly posId: number;
  /** Signs messages in both directions. */
  readonly crc: string;
  /** Credential of the REST API (*klucz do raportów*). */
  readonly apiKey: string;
  /** `https://secure.przelewy24.pl`, or the sandbox. */
  readonly origin: string;
}

const ORIGINS = { live: 'https://secure.przelewy24.pl', sandbox: 'https://sandbox.przelewy24.pl' } as const;

/** Returns the owner's settings; secrets are never shown again. */
export function accountSettings({ __ }: Pick<TranslationApi, '__'>): readonly Setting[] {
  const number = {
    pattern: '[1-9]\\d{0,9}',
    patternHelp: () => __('Enter the number assigned to you by Przelewy24.'),
  } as const;
  return [
    { key: 'merchant_id', type: 'text', required: true, label: () => __('Merchant ID'), ...number },
    {
      key: 'pos_id',
      type: 'text',
      label: () => __('Shop ID (posId)'),
      help: () => __('Empty: the same as the merchant ID.'),
      ...number,
    },
    { key: 'crc', type: 'secret', required: true, label: () => __('CRC key') },
    { key: 'api_key', type: 'secret', required: true, label: () => __('API key (for reports)') },
    { key: 'sandbox', type: 'checkbox', label: () => __('Sandbox mode: for testing, without real payments') },
  ];
}

/** Returns the account if it is completely configured. */
export function readAccount(values: Values): Account | null {
  const text = (name: string): string => String(values[name] ?? '');
  const merchantId = Number(text('merchant_id'));
  const [crc, apiKey] = [text('crc'), text('api_key')];
  if (!Number.isSafeInteger(merchantId) || merchantId <= 0 || crc === '' || apiKey === '') return null;
  return {
    merchantId,
    posId: Number(text('pos_id')) || merchantId,
    crc,
    apiKey,
    origin: values.sandbox === true ? ORIGINS.sandbox : ORIGINS.live,
  };
}
