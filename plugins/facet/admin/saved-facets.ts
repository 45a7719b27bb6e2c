import { checkSettings } from '../settings/check-settings.js';
import type { Problems } from '../settings/check-value.js';
import type { Settings } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import type { ScreenDeps } from './screen-parts.js';

/** Settings as changed in the admin, validated by the rules of the REST server. */
export interface SavedSettings {
  sources(): Promise<readonly Source[]>;
  read(): Promise<Settings>;
  /** Saves all changes if they are valid, or returns the errors by path. */
  save(body: Readonly<Record<string, unknown>>): Promise<Problems>;
  /** Returns the settings with validated, unsaved changes. */
  draft(body: Readonly<Record<string, unknown>>): Promise<{ readonly settings: Settings; readonly problems: Problems }>;
  /**
   * Reverts the last change, whichever user made it.
   * @returns whether there was one
   */
  undo(): Promise<boolean>;
  undoCount(): Promise<number>;
}

export function createSavedSettings({ scope, running }: ScreenDeps): SavedSettings {
  const settings = () => running.container().get('settings');
  const sources = (): Promise<readonly Source[]> => running.container().get('filter').sources();
  async function validate(
    body: Readonly<Record<string, unknown>>,
  ): Promise<ReturnType<typeof checkSettings> & { readonly stored: Settings }> {
    const currentSources = await sources();
    const stored = await settings().read(currentSources);
    return {
      stored,
      ...checkSettings(body, {
        __: scope.__,
        sources: currentSources,
        canReadStored: true,
        types: running.container().get('types'),
        cards: running
          .container()
          .get('cards')
          .all()
          .map(({ id }) => id),
        stored,
      }),
    };
  }
  return {
    sources,
    undoCount: () => settings().undoCount(),
    undo: () => scope.db.withLock('facet-settings', () => settings().undo()),
    async draft(body) {
      const { stored, changes, problems } = await validate(body);
      return { settings: { ...stored, ...changes }, problems };
    },
    read: async () => settings().read(await sources()),
    async save(body) {
      return scope.db.withLock('facet-settings', async () => {
        const { changes, problems } = await validate(body);
        if (Object.keys(problems).length === 0) await settings().save(changes, await sources());
        return problems;
      });
    },
  };
}
