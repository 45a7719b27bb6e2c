import type { PluginScope } from 'plinth';
import { REPORT_PATH, WITHDRAWAL_PATH } from '../pages/generator.js';
import { CONTRACT_FIELD } from './order-subject.js';

/** Slug of the declarations screen, which emails to the shop link to. */
export const DECLARATIONS_SLUG = 'compliance-declarations';

/** Returns the URL of a party's page for a report; like an order's URL, only that party knows it. */
export function caseUrl({ homeUrl }: Pick<PluginScope, 'homeUrl'>, token: string): string {
  return homeUrl(`${REPORT_PATH}case/${token}/`);
}

/** Returns the URL of the prefilled withdrawal form of an order; like the order's URL, only its customer knows it. */
export function withdrawalUrl({ homeUrl }: Pick<PluginScope, 'homeUrl'>, token: string): string {
  return homeUrl(`${WITHDRAWAL_PATH}?${CONTRACT_FIELD}=${token}`);
}
