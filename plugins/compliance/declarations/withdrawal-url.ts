import type { PluginScope } from 'plinth';
import { WITHDRAWAL_PATH } from '../pages/generator.js';
import { CONTRACT_FIELD } from './order-subject.js';

/** The form of one order, filled in: its address is known to its customer alone, as that of the order is. */
export function withdrawalUrl({ homeUrl }: Pick<PluginScope, 'homeUrl'>, token: string): string {
  return homeUrl(`${WITHDRAWAL_PATH}?${CONTRACT_FIELD}=${token}`);
}
