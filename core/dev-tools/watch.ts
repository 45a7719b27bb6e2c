import { existsSync, statSync } from 'node:fs';
import { pluginFiles } from './plugin-files.js';

/** Polling interval; reading modification times costs less than platform-specific watchers on each folder. */
const EVERY_MS = 200;

/**
 * Calls back when a file of a plugin that the site reads has changed; calls do not overlap, however many files change
 * meanwhile.
 */
export function watchPlugin(folder: string, changed: () => Promise<void>): () => void {
  let known = stateOf(folder);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const checkForChanges = async (): Promise<void> => {
    const now = stateOf(folder);
    if (now !== known) {
      known = now;
      await changed();
    }
    if (!stopped) timer = setTimeout(() => void checkForChanges(), EVERY_MS);
  };
  timer = setTimeout(() => void checkForChanges(), EVERY_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Files for browsers need no reload. */
function stateOf(folder: string): string {
  if (!existsSync(folder)) return '';
  try {
    return pluginFiles(folder)
      .filter(({ path }) => !path.startsWith('assets/'))
      .map(({ path, file, bytes }) => `${path} ${bytes} ${statSync(file).mtimeMs}`)
      .join('\n');
  } catch {
    // A file was deleted during the check; the next check covers the rest.
    return '';
  }
}
