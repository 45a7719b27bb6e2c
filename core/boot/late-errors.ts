import { currentBlame } from '../hooks/index.js';
import { describeError } from './describe-error.js';
import type { Site } from './site.js';

/**
 * Errors in timers, emitters and forgotten promises: a plugin's are recorded against it, and the site goes on; the host's own end
 * the process, since nobody knows what they left behind; its supervisor starts it anew. Set up before any plugin is loaded.
 */
export function nameLateErrors(site: Pick<Site, 'log' | 'plugins'>, exitCode = 1): void {
  const handle = (error: unknown): void => {
    const blame = currentBlame();
    if (blame && blame.owner !== '')
      return site.plugins.faults.recordLate(
        blame.owner,
        `later, from ${blame.place === blame.frame?.hook ? 'hook ' : ''}${blame.place}`,
        error,
      );
    site.log.fatal({ error: describeError(error) }, 'an error nobody handled');
    process.exit(exitCode);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
