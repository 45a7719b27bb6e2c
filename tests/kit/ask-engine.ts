import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/** What the JavaScript engine alone knows of objects. @param source a function in the engine's own words, such as `(one, other) => %HaveSameMap(one, other)` */
export function askingTheEngine(source: string): (...objects: object[]) => boolean {
  setFlagsFromString('--allow-natives-syntax');
  const ask = runInThisContext(source) as (...objects: object[]) => boolean;
  // It is compiled when it is first called.
  ask({}, {});
  setFlagsFromString('--no-allow-natives-syntax');
  return ask;
}
