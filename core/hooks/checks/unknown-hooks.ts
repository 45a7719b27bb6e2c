import { closestMatch } from '../../api/closest-match.js';
import { FIRED, NOT_FIRED } from '../tracing/fired-names.js';

/** Reason why a callback on a hook may never run. */
export interface UnknownHook {
  /** The hook that was probably intended; empty when none is similar. */
  readonly suggestion: string;
  /** Whether WordPress fires it and this host does not. */
  readonly isWordPress: boolean;
}

/** Minimum number of fixed characters in a pattern; with fewer it would match almost anything. */
const MIN_FIXED = 5;

const splitNames = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '');

interface KnownNames {
  readonly fired: ReadonlySet<string>;
  readonly patterns: RegExp;
  readonly notFired: ReadonlySet<string>;
}

let known: KnownNames | undefined;

function readNames(): KnownNames {
  const all = splitNames(FIRED);
  const patterns = all
    .filter((name) => name.includes('*') && name.replaceAll('*', '').length >= MIN_FIXED)
    .map(asPattern);
  return {
    fired: new Set(all.filter((name) => !name.includes('*'))),
    patterns: new RegExp(
      `^(?:${[...patterns, '\\w+_to_\\w+', '(?:publish|future|draft|pending|private|trash|auto-draft|inherit)_\\w+'].join('|')})$`,
    ),
    notFired: new Set(splitNames(NOT_FIRED)),
  };
}

/**
 * Checks the name of a hook; returns undefined when it looks valid. Plugins fire hooks of their own, and scheduled
 * events are hooks too, so a name without a similar one is assumed to belong to a plugin.
 */
export function unknownHook(name: string): UnknownHook | undefined {
  if (name === 'all' || name.includes('/')) return undefined;
  // Read when the first plugin registers a callback.
  const { fired, patterns, notFired } = (known ??= readNames());
  if (fired.has(name)) return undefined;
  if (notFired.has(name)) return { suggestion: '', isWordPress: true };
  if (patterns.test(name)) return undefined;
  const nearest = closestMatch(name, fired);
  return nearest === undefined ? undefined : { suggestion: nearest, isWordPress: false };
}

/** Returns the regular expression source for a pattern; a star stands for the dynamic part of a name. */
export function asPattern(name: string): string {
  return name
    .split('*')
    .map((part) => part.replace(/[.\\+?^$()[\]{}|/-]/g, '\\$&'))
    .join('[\\w./-]+');
}
