import { andThen, type HookApi, type MaybePromise } from '../api/index.js';

/**
 * Fires an action whose callbacks print. PHP's write to the page; ours push finished HTML on a list, which they get behind the action's
 * own arguments.
 * @returns what was printed
 */
export function printed(
  hooks: Pick<HookApi, 'doActionRefArray'>,
  action: string,
  ...args: readonly unknown[]
): MaybePromise<string> {
  const lines: unknown[] = [];
  return andThen(hooks.doActionRefArray(action, [...args, lines]), () => lines.map(String).join('\n'));
}
