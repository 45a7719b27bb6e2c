import { existsSync, statSync } from 'node:fs';
import { pluginFiles } from './plugin-files.js';

/** How often files are looked at; reading their times costs less than listening to each folder of a machine's kind. */
const EVERY_MS = 200;

/** Calls back when a file of a plugin that the site reads has changed; a step at a time, however many change meanwhile. */
export function watchPlugin(folder: string, changed: () => Promise<void>): () => void {
  let known = stateOf(folder);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    const now = stateOf(folder);
    if (now !== known) {
      known = now;
      await changed();
    }
    if (!stopped) timer = setTimeout(() => void look(), EVERY_MS);
  };
  timer = setTimeout(() => void look(), EVERY_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Of what browsers fetch, nothing has to be loaded anew. */
function stateOf(folder: string): string {
  if (!existsSync(folder)) return '';
  try {
    return pluginFiles(folder)
      .filter(({ path }) => !path.startsWith('assets/'))
      .map(({ path, file, bytes }) => `${path} ${bytes} ${statSync(file).mtimeMs}`)
      .join('\n');
  } catch {
    // A file went while it was looked at; the next look sees the rest.
    return '';
  }
}
