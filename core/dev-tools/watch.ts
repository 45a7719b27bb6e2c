import { existsSync, statSync } from 'node:fs';
import { pluginFiles } from './plugin-files.js';

/** Polling interval. Reading modification times takes less resources than a watcher for each folder. */
const POLL_MS = 200;

/**
 * Calls a function when a file has changed that the site reads from a plugin. Calls do not overlap, regardless of how
 * many files change.
 */
export function watchPlugin(folder: string, onChange: () => Promise<void>): () => void {
  let lastState = readState(folder);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const checkForChanges = async (): Promise<void> => {
    const currentState = readState(folder);
    if (currentState !== lastState) {
      lastState = currentState;
      await onChange();
    }
    if (!stopped) timer = setTimeout(() => void checkForChanges(), POLL_MS);
  };
  timer = setTimeout(() => void checkForChanges(), POLL_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Returns the state of the plugin's files. Files for browsers are ignored, because they need no reload. */
function readState(folder: string): string {
  if (!existsSync(folder)) return '';
  try {
    return pluginFiles(folder)
      .filter(({ path }) => !path.startsWith('assets/'))
      .map(({ path, file, bytes }) => `${path} ${bytes} ${statSync(file).mtimeMs}`)
      .join('\n');
  } catch {
    // A file was deleted during the check. The next check finds the change.
    return '';
  }
}
