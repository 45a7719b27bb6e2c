import type { TranslationApi } from 'plinth';
import type { DownloadState } from './order-downloads.js';

/** Why a file cannot be fetched, for its buyer; empty when it can. */
export function stateWords(state: DownloadState, { __ }: Pick<TranslationApi, '__'>): string {
  switch (state) {
    case 'open':
      return '';
    case 'unpaid':
      return __('You can download it once the order is paid.');
    case 'closed':
      return __('The order was cancelled or its money given back, so it cannot be downloaded any more.');
    case 'taken':
      return __('The shop has withdrawn this download.');
    case 'over':
      return __('The time for this download is over.');
    case 'used':
      return __('This was downloaded as often as it could be.');
  }
}

/** Bytes as people read them. */
export function sizeWords(bytes: number, locale: string): string {
  const format = (amount: number, unit: string, maximumFractionDigits = 0): string =>
    new Intl.NumberFormat(locale.replace('_', '-'), { style: 'unit', unit, maximumFractionDigits }).format(amount);
  if (bytes < 1000) return format(bytes, 'byte');
  return bytes < 1_000_000 ? format(bytes / 1000, 'kilobyte') : format(bytes / 1_000_000, 'megabyte', 1);
}
