import { PlinthError, type PluginScope } from '../../api/index.js';
import { currentOwner } from '../../hooks/index.js';
import type { UndoList } from '../state/undo-list.js';

/** Functions of a scope that write. */
const WRITE_FUNCTIONS = [
  'addOption',
  'updateOption',
  'deleteOption',
  'setTransient',
  'deleteTransient',
  'addPostMeta',
  'updatePostMeta',
  'deletePostMeta',
  'addUserMeta',
  'updateUserMeta',
  'deleteUserMeta',
  'wpInsertPost',
  'wpUpdatePost',
  'wpDeletePost',
  'wpScheduleEvent',
  'wpScheduleSingleEvent',
  'enqueueJob',
  'mail',
] as const satisfies readonly (keyof PluginScope)[];

/** Entries called once in a plugin's lifecycle: later writes in their owner context come from code that still runs. */
const LIFECYCLE_ENTRIES: ReadonlySet<string> = new Set(['activate', 'boot']);

/**
 * Prevents writes of a stopped plugin's remaining timers and emitters. Requests and jobs that are running at that
 * moment have owner contexts of their own and may finish writing.
 */
export function preventWritesAfterStop(scope: PluginScope, id: string, undo: UndoList): void {
  let isStopped = false;
  // The first step of the undo list runs last, because a plugin's own cleanup may still write.
  undo.add(() => void (isStopped = true));
  for (const name of WRITE_FUNCTIONS) {
    const write = scope[name] as (...args: unknown[]) => unknown;
    Object.assign(scope, {
      [name]: (...args: unknown[]) => {
        if (isStopped && LIFECYCLE_ENTRIES.has(currentOwner()?.entryPoint ?? '')) throw leftRunningError(id, name);
        return write(...args);
      },
    });
  }
}

function leftRunningError(id: string, name: string): PlinthError {
  return new PlinthError(
    'plugin_left_running',
    `"${id}" was deactivated or reloaded, but code it started is still running: ${name}() is refused.`,
    { hint: 'End it: `const timer = setInterval(…); scope.onDispose(() => clearInterval(timer));`', status: 409 },
  );
}
