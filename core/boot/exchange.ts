import { setTimeout as pause } from 'node:timers/promises';
import type { Formatting } from '../api/index.js';
import { createRemote } from '../network/index.js';
import { createExports, createImports, type Exports, type Imports, type ImportsDeps } from '../wxr/index.js';
import type { Config } from './config.js';
import { coreVersion } from './version.js';

type Parts = Omit<ImportsDeps, 'siteUrl' | 'dataDir' | 'remote' | 'pause' | 'now'> & {
  readonly config: Config;
  readonly formatting: Formatting;
};

/** Content of other sites coming in, and that of this one going out. */
export function createExchange({ config, ...parts }: Parts): { readonly imports: Imports; readonly exports: Exports } {
  const version = coreVersion(config.root);
  const shared = { ...parts, siteUrl: config.siteUrl, now: Date.now };
  return {
    imports: createImports({
      ...shared,
      dataDir: config.dataDir,
      pause,
      remote: createRemote({ hooks: parts.hooks, siteUrl: config.siteUrl, version }),
    }),
    exports: createExports({ ...shared, version }),
  };
}
