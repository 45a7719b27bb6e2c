import { PlinthError } from '../api/index.js';
import { currentOwner } from '../hooks/index.js';
import { describeError } from '../app/log.js';
import type { Site } from '../app/site.js';

/** Functions that end the process. */
const EXIT_FUNCTIONS = ['exit', 'abort', 'reallyExit'] as const;

/**
 * Prevents plugins from ending the shared process: functions that end it throw in their code, and count as plugin
 * errors. The host's own calls work. Installed before any plugin is loaded, for the lifetime of the process.
 */
export function blockProcessExit(): void {
  for (const name of EXIT_FUNCTIONS) {
    const originalFunction = process[name as 'exit'];
    const guardedFunction = (...args: Parameters<typeof process.exit>): never => {
      rejectPluginExit(`process.${name}()`);
      return originalFunction.apply(process, args);
    };
    Object.defineProperty(process, name, { configurable: true, writable: true, value: guardedFunction });
  }
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal !== 0) rejectPluginExit('process.kill()');
    return kill(pid, signal);
  };
}

function rejectPluginExit(call: string): void {
  const owner = currentOwner()?.owner ?? '';
  if (owner === '') return;
  throw new PlinthError('plugin_exit', `The plugin "${owner}" called ${call}, which would have stopped the site.`, {
    hint: 'Throw or return an error instead.',
  });
}

/**
 * Attributes errors in timers, emitters and unhandled rejections. A plugin's error is recorded against it, and the site
 * continues. An error of the host ends the process, because its state is unknown, and the supervisor restarts it.
 * Installed before any plugin is loaded.
 */
export function attributeUncaughtErrors(site: Pick<Site, 'log' | 'plugins'>, exitCode = 1): void {
  const handle = (error: unknown): void => {
    const ownerContext = currentOwner();
    if (ownerContext && ownerContext.owner !== '')
      return site.plugins.pluginErrors.recordUncaught(
        ownerContext.owner,
        `later, from ${ownerContext.entryPoint === ownerContext.frame?.hook ? 'hook ' : ''}${ownerContext.entryPoint}`,
        error,
      );
    site.log.fatal({ error: describeError(error) }, 'the process is exiting because of an unhandled error');
    process.exit(exitCode);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
