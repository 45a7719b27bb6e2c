import { currentBlame } from '../hooks/index.js';
import { describe, type Site } from './site.js';

/**
 * Errors in timers, emitters and forgotten promises: a plugin's are recorded against it, and the site goes on; the host's own end
 * the process with 1, since nobody knows what they left behind. Set up before any plugin is loaded.
 */
export function nameLateErrors(site: Pick<Site, 'log' | 'plugins'>): void {
  const handle = (error: unknown): void => {
    const blame = currentBlame();
    if (blame && blame.owner !== '') return site.plugins.faults.recordLate(blame.owner, `later, from ${blame.place}`, error);
    site.log.fatal({ error: describe(error) }, 'an error nobody handled');
    process.exit(1);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
