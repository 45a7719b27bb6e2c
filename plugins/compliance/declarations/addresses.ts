import type { PluginScope } from 'plinth';
import { REPORT_PATH, WITHDRAWAL_PATH } from '../pages/generator.js';
import { CONTRACT_FIELD } from './order-subject.js';

/** The owner's screen of declarations, which the letters to the shop lead to. */
export const DECLARATIONS_SLUG = 'compliance-declarations';

/** The page of one party of a report; known to them alone, as the address of an order is. */
export function caseUrl({ homeUrl }: Pick<PluginScope, 'homeUrl'>, token: string): string {
  return homeUrl(`${REPORT_PATH}case/${token}/`);
}

/** The form of one order, filled in: its address is known to its customer alone, as that of the order is. */
export function withdrawalUrl({ homeUrl }: Pick<PluginScope, 'homeUrl'>, token: string): string {
  return homeUrl(`${WITHDRAWAL_PATH}?${CONTRACT_FIELD}=${token}`);
}
