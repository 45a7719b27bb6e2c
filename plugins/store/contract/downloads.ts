import type { Order } from './orders.js';

/** Where a customer reads of a file: on a page, or in a letter, which goes out before it can be opened. @since 0.3.0 */
export type DownloadPlace = 'page' | 'letter';

/** What the filter `store/download_refusal` is told of. @since 0.3.0 */
export interface DownloadQuestion {
  readonly order: Order;
  readonly place: DownloadPlace;
}
