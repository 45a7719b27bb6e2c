import type { HttpRunner } from './http-runner.js';
import { startOracleWebSite } from './oracle-web-site.js';

/** Routes of the recording's fixture plugin. */
export function startRestArea(): Promise<HttpRunner> {
  return startOracleWebSite();
}
