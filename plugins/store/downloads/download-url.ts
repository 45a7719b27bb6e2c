import { timingSafeEqual } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import type { DownloadPermission } from './download-permissions.js';

type Signer = Pick<PluginScope, 'wpHash' | 'homeUrl'>;

/** Signs the order's key too, so that the URL of another download permission cannot be derived. */
const sign = (
  { wpHash }: Pick<Signer, 'wpHash'>,
  { id }: Pick<DownloadPermission, 'id'>,
  { key }: Pick<OrderRecord, 'key'>,
): string => wpHash(`download ${id} ${key}`);

/** Returns the download URL of a file. Treat it like a password, as the URL of the order. */
export function downloadUrl(
  scope: Signer,
  permission: Pick<DownloadPermission, 'id'>,
  order: Pick<OrderRecord, 'key'>,
): string {
  return scope.homeUrl(`/download/${permission.id}/${sign(scope, permission, order)}/`);
}

/** Whether the signature of a URL is valid. */
export function isSigned(
  scope: Pick<Signer, 'wpHash'>,
  providedSignature: string,
  permission: Pick<DownloadPermission, 'id'>,
  order: Pick<OrderRecord, 'key'>,
): boolean {
  const [expected, provided] = [Buffer.from(sign(scope, permission, order)), Buffer.from(providedSignature)];
  return expected.length === provided.length && timingSafeEqual(expected, provided);
}
