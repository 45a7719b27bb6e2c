import { checkSettings } from '../settings/check-settings.js';
import type { Problems } from '../settings/check-value.js';
import type { Settings } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import type { ScreenParts } from './screen-parts.js';

/** Settings as the admin changes them: by the rules of the REST server. */
export interface SavedSettings {
  sources(): Promise<readonly Source[]>;
  read(): Promise<Settings>;
  /** Saves what is right as a whole, or says what is wrong, by path. */
  save(body: Readonly<Record<string, unknown>>): Promise<Problems>;
}

export function createSavedSettings({ scope, running }: ScreenParts): SavedSettings {
  const settings = () => running.container().get('settings');
  const sources = (): Promise<readonly Source[]> => running.container().get('filter').sources();
  return {
    sources,
    read: async () => settings().read(await sources()),
    async save(body) {
      const known = await sources();
      return scope.db.withLock('facet-settings', async () => {
        const { changes, problems } = checkSettings(body, { __: scope.__, sources: known, types: running.container().get('types'), cards: running.container().get('cards').all().map(({ id }) => id), stored: await settings().read(known) });
        if (Object.keys(problems).length === 0) await settings().save(changes);
        return problems;
      });
    },
  };
}
