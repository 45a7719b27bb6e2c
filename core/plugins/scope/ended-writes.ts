import { PlinthError, type PluginScope } from '../../api/index.js';
import { currentOwner } from '../../hooks/index.js';
import type { UndoList } from '../undo-list.js';

/** What a plugin writes by its scope. */
const WRITES = [
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

/** What happens once in a plugin's life: whatever writes in their name later was left running. */
const ONCE: ReadonlySet<string> = new Set(['activate', 'boot']);

/**
 * Has timers and emitters that a plugin started and did not end write nothing any more once it stopped. Requests and jobs that run at that moment
 * have names of their own, and write to their end.
 */
export function endWrites(scope: PluginScope, id: string, undo: UndoList): void {
  let isOver = false;
  // The first step of the list is the last to be done: what the plugin does to end itself may write.
  undo.add(() => void (isOver = true));
  for (const name of WRITES) {
    const write = scope[name] as (...args: unknown[]) => unknown;
    Object.assign(scope, {
      [name]: (...args: unknown[]) => {
        if (isOver && ONCE.has(currentOwner()?.place ?? '')) throw leftRunning(id, name);
        return write(...args);
      },
    });
  }
}

function leftRunning(id: string, name: string): PlinthError {
  return new PlinthError(
    'plugin_left_running',
    `"${id}" was switched off or loaded anew, and something that it had started goes on: ${name}() is refused.`,
    { hint: 'End it: `const timer = setInterval(…); scope.onDispose(() => clearInterval(timer));`', status: 409 },
  );
}
