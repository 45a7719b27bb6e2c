import type { PluginScope } from 'plinth';
import { REPORT_PATH } from '../pages/generator.js';

/** The page of one party of a report; known to them alone, as the address of an order is. */
export function caseUrl({ homeUrl }: Pick<PluginScope, 'homeUrl'>, token: string): string {
  return homeUrl(`${REPORT_PATH}case/${token}/`);
}
