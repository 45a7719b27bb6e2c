import type { HttpRunner } from './http-runner.js';
import { type MakeContent, startOracleWebSite } from './oracle-web-site.js';

/** The host's own routes; the cases run in order, since some stand on what others made. */
export function startRestCoreArea(makeContent?: MakeContent): Promise<HttpRunner> {
  return startOracleWebSite(makeContent);
}
