import { asPattern } from '../hooks/checks/unknown-hooks.js';
import type { FiredHook } from './fired-hooks.js';
import { FIRED_ORDER } from './fired-order.js';

/** A hook with its position in a request. */
export interface OrderedHook {
  /** Description of the request. */
  readonly request: string;
  /** Position, starting at 1. */
  readonly position: number;
  readonly hook: string;
  readonly kind: FiredHook['kind'] | '';
  /** Relative to the host's folder; empty if the name is passed to the call in a variable. */
  readonly file: string;
  readonly line: number | '';
}

/** Returns the hooks of each recorded request in the order of their first firing. */
export function recordedOrders(): ReadonlyMap<string, readonly string[]> {
  const orders = new Map<string, string[]>();
  let names: string[] = [];
  for (const line of FIRED_ORDER.split('\n').filter((text) => text !== '')) {
    if (line.startsWith('  ')) names.push(...line.trim().split(' '));
    else orders.set(line, (names = []));
  }
  return orders;
}

/**
 * Returns the hooks of each recorded request with their source locations.
 * @param firedHooks every source location that fires a hook
 */
export function orderHooks(firedHooks: readonly FiredHook[]): OrderedHook[] {
  const hooksByName = new Map<string, FiredHook>();
  for (const hook of firedHooks) if (!hooksByName.has(hook.name)) hooksByName.set(hook.name, hook);
  const patterns = [...hooksByName.values()]
    .filter(({ name }) => name.includes('*'))
    .sort((a, b) => fixedLength(b.name) - fixedLength(a.name))
    .map((hook) => ({ hook, says: new RegExp(`^${asPattern(hook.name)}$`) }));
  const findHook = (name: string): FiredHook | undefined =>
    hooksByName.get(name) ?? patterns.find(({ says: regex }) => regex.test(name))?.hook;
  return [...recordedOrders()].flatMap(([request, names]) =>
    names.map((hook, index) => {
      const { kind = '', file = '', line = '' } = findHook(hook) ?? {};
      return { request, position: index + 1, hook, kind, file, line } as const;
    }),
  );
}

const fixedLength = (pattern: string): number => pattern.replaceAll('*', '').length;
