import { relative, sep } from 'node:path';

/** Where in a plugin's own files an error arose, as `plugin.ts:6:12`, if its stack says so. */
export function placeIn(folder: string, error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    for (const [, file = '', line = '', column = ''] of (at.stack ?? '').matchAll(
      /(?:\(|at |file:\/\/)(\/[^():\n]+):(\d+):(\d+)/g,
    )) {
      if (file.startsWith(folder + sep)) return `${relative(folder, file)}:${line}:${column}`;
    }
  }
  return undefined;
}
