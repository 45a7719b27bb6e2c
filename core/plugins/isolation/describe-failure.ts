import { relative, sep } from 'node:path';
import { closestMatch } from '../../api/closest-match.js';
import { PlinthError, WpError } from '../../api/index.js';
import type { PluginRecord } from '../state/plugin-status.js';

/**
 * Describes an error in a plugin and its location in the plugin's own files.
 * @param format puts the plugin's name and the reason into a sentence
 */
export function describeFailure(
  record: PluginRecord,
  error: unknown,
  format: (name: string, why: string) => string,
): WpError {
  const { code, message, hint } =
    error instanceof PlinthError
      ? error
      : { code: 'plugin_boot_failed', message: (error as Error)?.message ?? String(error), hint: '' };
  const location = locationInPlugin(record.folder, error);
  return new WpError(
    code,
    format(
      record.manifest?.name ?? record.id,
      location === undefined || message.includes(location) ? message : `${location}: ${message}`,
    ),
    { hint },
  );
}

/** Returns the location of an error in a plugin's own files, as `plugin.ts:6:12`, if its stack contains one. */
export function locationInPlugin(folder: string, error: unknown): string | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    for (const [, file = '', line = '', column = ''] of (current.stack ?? '').matchAll(
      /(?:\(|at |file:\/\/)(\/[^():\n]+):(\d+):(\d+)/g,
    )) {
      if (file.startsWith(folder + sep)) return `${relative(folder, file)}:${line}:${column}`;
    }
  }
  return undefined;
}

/** Error message of a call to a function that does not exist, such as `scope.add_action is not a function`. */
const NOT_A_FUNCTION = /\.(\w+) is not a function/;

/**
 * Adds the name that was probably meant to an error about a missing function.
 * @param names names of the existing functions
 */
export function withSuggestedName(error: unknown, names: readonly string[]): unknown {
  const name = error instanceof TypeError ? NOT_A_FUNCTION.exec(error.message)?.[1] : undefined;
  const suggestion = name === undefined || names.includes(name) ? undefined : suggestName(name, names);
  if (suggestion !== undefined) (error as Error).message += `; did you mean ${suggestion}?`;
  return error;
}

/** Returns the function that was probably meant; WordPress's snake case is converted to camel case. */
function suggestName(name: string, names: readonly string[]): string | undefined {
  const camelCaseName = name.replace(/_([a-z0-9])/g, (_all, character: string) => character.toUpperCase());
  return names.includes(camelCaseName) ? camelCaseName : closestMatch(camelCaseName, names);
}
