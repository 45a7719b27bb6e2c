import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/**
 * Calls a JavaScript engine intrinsic on objects.
 * @param source a function in V8's native syntax, such as `(one, other) => %HaveSameMap(one, other)`
 */
export function askingTheEngine(source: string): (...objects: object[]) => boolean {
  setFlagsFromString('--allow-natives-syntax');
  const ask = runInThisContext(source) as (...objects: object[]) => boolean;
  // It is compiled when it is first called.
  ask({}, {});
  setFlagsFromString('--no-allow-natives-syntax');
  return ask;
}
