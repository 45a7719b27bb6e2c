import { PlinthError, WpError } from '../api/index.js';
import { placeIn } from './place.js';
import type { PluginRecord } from './state.js';

/** Says what went wrong in a plugin, and where in its own files. @param say puts the plugin's name and the reason into a sentence */
export function describeFailure(
  record: PluginRecord,
  error: unknown,
  say: (name: string, why: string) => string,
): WpError {
  const { code, message, cure } =
    error instanceof PlinthError
      ? error
      : { code: 'plugin_boot_failed', message: (error as Error)?.message ?? String(error), cure: '' };
  const place = placeIn(record.folder, error);
  return new WpError(
    code,
    say(
      record.manifest?.name ?? record.id,
      place === undefined || message.includes(place) ? message : `${place}: ${message}`,
    ),
    { cure },
  );
}
