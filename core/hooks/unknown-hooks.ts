import { closestMatch } from '../api/closest-match.js';
import { FIRED, NOT_FIRED } from './fired-names.js';

/** Why a callback on a hook may never run. */
export interface UnknownHook {
  /** The hook that was probably meant; empty when none is like it. */
  readonly nearest: string;
  /** WordPress fires it, this host does not. */
  readonly isWordPress: boolean;
}

/** Letters of a pattern that are always the same, below which it would match anything. */
const MIN_FIXED = 5;

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

interface KnownNames {
  readonly fired: ReadonlySet<string>;
  readonly patterns: RegExp;
  readonly notFired: ReadonlySet<string>;
}

let known: KnownNames | undefined;

function readNames(): KnownNames {
  const all = words(FIRED);
  const patterns = all
    .filter((name) => name.includes('*') && name.replaceAll('*', '').length >= MIN_FIXED)
    .map(asPattern);
  return {
    fired: new Set(all.filter((name) => !name.includes('*'))),
    patterns: new RegExp(
      `^(?:${[...patterns, '\\w+_to_\\w+', '(?:publish|future|draft|pending|private|trash|auto-draft|inherit)_\\w+'].join('|')})$`,
    ),
    notFired: new Set(words(NOT_FIRED)),
  };
}

/**
 * What is wrong with the name of a hook, as far as names tell; undefined when nothing is. Plugins fire hooks of their own, and scheduled events are hooks too,
 * so a name that is like none is taken for one of these.
 */
export function unknownHook(name: string): UnknownHook | undefined {
  if (name === 'all' || name.includes('/')) return undefined;
  // Looked at when the first plugin listens to something.
  const { fired, patterns, notFired } = (known ??= readNames());
  if (fired.has(name)) return undefined;
  if (notFired.has(name)) return { nearest: '', isWordPress: true };
  if (patterns.test(name)) return undefined;
  const nearest = closestMatch(name, fired);
  return nearest === undefined ? undefined : { nearest, isWordPress: false };
}

/** What names of a pattern look like; a star stands for what a name holds of the moment. */
export function asPattern(name: string): string {
  return name
    .split('*')
    .map((part) => part.replace(/[.\\+?^$()[\]{}|/-]/g, '\\$&'))
    .join('[\\w./-]+');
}
