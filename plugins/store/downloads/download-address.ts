import { timingSafeEqual } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import type { DownloadRight } from './download-rights.js';

type Signer = Pick<PluginScope, 'wpHash' | 'homeUrl'>;

/** What is signed: with the order's key in it, so that addresses of other rights cannot be made from one. */
const signature = (
  { wpHash }: Pick<Signer, 'wpHash'>,
  { id }: Pick<DownloadRight, 'id'>,
  { key }: Pick<OrderRecord, 'key'>,
): string => wpHash(`download ${id} ${key}`);

/** Where a file is fetched; as good as a password, like the address of the order. */
export function downloadAddress(
  scope: Signer,
  right: Pick<DownloadRight, 'id'>,
  order: Pick<OrderRecord, 'key'>,
): string {
  return scope.homeUrl(`/download/${right.id}/${signature(scope, right, order)}/`);
}

/** Whether an address is the one that was given out. */
export function isSigned(
  scope: Pick<Signer, 'wpHash'>,
  given: string,
  right: Pick<DownloadRight, 'id'>,
  order: Pick<OrderRecord, 'key'>,
): boolean {
  const [mine, theirs] = [Buffer.from(signature(scope, right, order)), Buffer.from(given)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
