import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCli } from '../../core/cli/cli.js';

const root = join(__dirname, '..', '..');
const CLI = join(root, 'core/cli/plinth.mjs');

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

const environment = (settings: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  DEMO: '0',
  ...settings,
});

/** Runs `plinth …` in a separate process with the given settings. */
export function shell(settings: Readonly<Record<string, string>>): (...args: string[]) => CommandResult {
  return (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      env: environment(settings),
      encoding: 'utf8',
    });
    return { code: status, out: stdout.trim(), error: stderr.trim() };
  };
}

/** Runs the same command in this process, which saves the startup time of about a second. */
export function here(settings: Readonly<Record<string, string>>): (...args: string[]) => Promise<CommandResult> {
  return async (...args) => {
    const written = { stdout: '', stderr: '' };
    const { env, exitCode } = process;
    const streams = (['stdout', 'stderr'] as const).map(
      (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
    );
    const listening = EVENTS.map((event) => [event, process.rawListeners(event)] as const);
    for (const [name] of streams)
      Object.defineProperty(process, name, {
        configurable: true,
        value: { write: (text: string) => void (written[name] += text) },
      });
    process.env = environment({ ...settings, LOG_LEVEL: 'silent' });
    process.exitCode = undefined;
    try {
      await runCli(root, args);
      return { code: Number(process.exitCode ?? 0), out: written.stdout.trim(), error: written.stderr.trim() };
    } finally {
      process.env = env;
      process.exitCode = exitCode;
      for (const [name, own] of streams) Object.defineProperty(process, name, own ?? { configurable: true });
      for (const [event, before] of listening)
        for (const listener of process.rawListeners(event))
          if (!before.includes(listener)) process.off(event, listener as () => void);
    }
  };
}

/** Events for which a command adds listeners until its process ends. */
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
