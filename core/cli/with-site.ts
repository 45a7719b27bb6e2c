import { CommanderError } from 'commander';
import type { Site } from '../app/site.js';
import { coreVersion } from '../app/config.js';
import { createContext, runInContext } from '../context/index.js';
import { siteProgram, wordsOf } from './program.js';

/** How a command ended. */
export interface CommandEnd {
  /** 0, or 1 and a line in `error` that says why. */
  readonly code: number;
  /** What it printed. */
  readonly out: string;
  /** What it said besides: warnings, progress, and why it failed. */
  readonly error: string;
}

/** Runs one command on a site that is open already. */
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
