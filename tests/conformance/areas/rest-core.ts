import type { ContentApi } from '../../../core/api/index.js';
import { createContent } from '../../../core/content/index.js';
import { createContext, runInContext } from '../../../core/context/index.js';
import { createCron } from '../../../core/jobs/index.js';
import { seedOracleContent } from '../../fixtures/oracle/content.js';
import type { WebSite } from '../../kit/web-site.js';
import type { HttpRunner } from './http-runner.js';
import { startOracleWebSite } from './oracle-web-site.js';

/** The core routes; cases run in order, since some depend on earlier ones. */
export function startRestCoreArea(): Promise<HttpRunner> {
  return startOracleWebSite(recordedContent);
}

async function recordedContent(site: WebSite): Promise<ContentApi> {
  const cron = createCron({ db: site.db, hooks: site.hooks, runLogged: async (_owner, _what, work) => work() });
  const content = createContent({ ...site, cron });
  await runInContext(createContext('seed'), () => seedOracleContent({ ...site, content }));
  return content;
}
