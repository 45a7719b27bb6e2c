import { andThen, type HookApi, type MaybePromise } from '../api/index.js';

/**
 * Fires an action whose callbacks print. PHP's write to the page; ours push finished HTML on a list, which they get behind the action's
 * own arguments.
 * @returns what was printed
 */
export function printed(hooks: Pick<HookApi, 'doAction' | 'hasAction'>, action: string, ...args: unknown[]): MaybePromise<string> {
  const lines: string[] = [];
  return andThen((hooks.doAction as (name: string, ...rest: unknown[]) => MaybePromise<void>)(action, ...args, lines), () => lines.join('\n'));
}
