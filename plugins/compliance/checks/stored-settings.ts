import type { Settings } from '../settings/settings.js';
import { type Check, type CheckWords, good, lacking, SETTINGS_SCREEN } from './check.js';

/** What is stored is what the settings would take: nothing came in past them. */
export function storedSettingsCheck(words: CheckWords, settings: Pick<Settings, 'faults'>): Check {
  const { __ } = words;
  return {
    id: 'settings',
    law: 'promise',
    label: __('Stored settings'),
    fix: `${SETTINGS_SCREEN}compliance`,
    async look() {
      const problems = Object.entries(await settings.faults()).map(([key, message]) => `${key}: ${message}`);
      return problems.length === 0
        ? good(__('Each is known and within its bounds.'))
        : lacking(
            'missing',
            problems,
            __('Store it anew in the settings, and look who writes to the database.'),
            words,
          );
    },
  };
}
