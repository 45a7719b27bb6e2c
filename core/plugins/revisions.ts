import { randomUUID } from 'node:crypto';
import type { OptionsApi } from '../api/index.js';

/**
 * Which state of a plugin's folder is meant, by plugin: replaced whenever the folder is, so that every process
 * that shares the folder starts the plugin anew.
 */
export interface Revisions {
  all(): Promise<Readonly<Record<string, string>>>;
  renew(id: string): Promise<void>;
}

const OPTION = 'plugin_revisions';

export function createRevisions(options: OptionsApi): Revisions {
  const all = async (): Promise<Record<string, string>> => {
    const stored = await options.getOption<unknown>(OPTION, {});
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Record<string, string>) : {};
  };
  return {
    all,
    async renew(id) {
      await options.updateOption(OPTION, { ...(await all()), [id]: randomUUID().slice(0, 8) });
    },
  };
}
