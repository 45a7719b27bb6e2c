import { PlinthError } from '../api/index.js';
import { currentBlame } from '../hooks/index.js';

/** What ends a process. */
const ENDS = ['exit', 'abort', 'reallyExit'] as const;

/**
 * Keeps plugins from ending the process that serves everybody: what ends it throws in their code, and is their fault. The host's own
 * calls go through. Set up before any plugin is loaded, for as long as the process lives.
 */
export function keepPluginsFromExiting(): void {
  for (const name of ENDS) {
    const ends = process[name as 'exit'];
    const guarded = (...args: Parameters<typeof process.exit>): never => {
      refuse(`process.${name}()`);
      return ends.apply(process, args);
    };
    Object.defineProperty(process, name, { configurable: true, writable: true, value: guarded });
  }
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal !== 0) refuse('process.kill()');
    return kill(pid, signal);
  };
}

function refuse(call: string): void {
  const owner = currentBlame()?.owner ?? '';
  if (owner === '') return;
  throw new PlinthError(
    'plugin_exit',
    `The plugin "${owner}" called ${call}, which would have ended the site for everybody.`,
    { cure: 'Throw an error, or answer with one.' },
  );
}
