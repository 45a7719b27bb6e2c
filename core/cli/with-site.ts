import { CommanderError } from 'commander';
import type { Site } from '../app/site.js';
import { coreVersion } from '../app/config.js';
import { createContext, runInContext } from '../context/index.js';
import { siteProgram, wordsOf } from './program.js';

/** The result of a command. */
export interface CommandEnd {
  /** 0, or 1 with an error message in `error`. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error: warnings, progress and error messages. */
  readonly error: string;
}

/** Runs one command on an already open site. */
export async function runOnSite(site: Site, argv: readonly string[]): Promise<CommandEnd> {
  const written = { out: '', error: '' };
  const streams = {
    out: (text: string) => void (written.out += text),
    error: (text: string) => void (written.error += text),
  };
  const ended = (code: number): CommandEnd => ({ code, out: written.out.trim(), error: written.error.trim() });
  try {
    await runInContext(createContext('cli'), async () => {
      await site.plugins.reconcile();
      await siteProgram(site, coreVersion(site.config.root), streams).parseAsync([...argv], { from: 'user' });
    });
    return ended(0);
  } catch (error) {
    if (error instanceof CommanderError) return ended(error.exitCode);
    written.error += `Error: ${wordsOf(error)}\n`;
    return ended(1);
  }
}
