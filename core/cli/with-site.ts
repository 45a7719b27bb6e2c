import { CommanderError } from 'commander';
import type { Site } from '../app/site.js';
import { coreVersion } from '../app/config.js';
import { createContext, runInContext } from '../context/index.js';
import { createSiteProgram, errorText } from './program.js';

/** The result of a command. */
export interface CommandResult {
  /** 0, or 1 with an error message in `error`. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error: warnings, progress and error messages. */
  readonly error: string;
}

/** Runs one command on an already open site. */
export async function runOnSite(site: Site, argv: readonly string[]): Promise<CommandResult> {
  const printed = { out: '', error: '' };
  const streams = {
    out: (text: string) => void (printed.out += text),
    error: (text: string) => void (printed.error += text),
  };
  const toResult = (code: number): CommandResult => ({ code, out: printed.out.trim(), error: printed.error.trim() });
  try {
    await runInContext(createContext('cli'), async () => {
      await site.plugins.reconcile();
      await createSiteProgram(site, coreVersion(site.config.root), streams).parseAsync([...argv], { from: 'user' });
    });
    return toResult(0);
  } catch (error) {
    if (error instanceof CommanderError) return toResult(error.exitCode);
    printed.error += `Error: ${errorText(error)}\n`;
    return toResult(1);
  }
}
