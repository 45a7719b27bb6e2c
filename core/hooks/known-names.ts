import { nearestName } from '../api/nearest-name.js';
import { FIRED, NOT_FIRED } from './fired-names.js';

/** Why a callback on a hook may never run. */
export interface UnknownHook {
  /** The hook that was probably meant; empty when none is like it. */
  readonly nearest: string;
  /** WordPress fires it, this host does not. */
  readonly isWordPress: boolean;
}

/** Letters of a pattern that are always the same, below which it would match anything. */
const LEAST_FIXED = 5;

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

let names: ReadonlySet<string> | undefined;
let patterns: RegExp | undefined;

/** The names are looked at when the first plugin listens to something. */
function known(): { readonly names: ReadonlySet<string>; readonly patterns: RegExp } {
  const all = words(FIRED);
  names ??= new Set(all.filter((name) => !name.includes('*')));
  patterns ??= new RegExp(`^(?:${[...all.filter((name) => name.includes('*') && name.replaceAll('*', '').length >= LEAST_FIXED).map(asPattern), '\\w+_to_\\w+', '(?:publish|future|draft|pending|private|trash|auto-draft|inherit)_\\w+'].join('|')})$`);
  return { names, patterns };
}

/**
 * What is wrong with the name of a hook, as far as names tell; undefined when nothing is. Plugins fire hooks of their own, and scheduled events are hooks too,
 * so a name that is like none is taken for one of these.
 */
export function unknownHook(name: string): UnknownHook | undefined {
  const { names: fired, patterns: matching } = known();
  if (fired.has(name) || name === 'all' || name.includes('/')) return undefined;
  if (words(NOT_FIRED).includes(name)) return { nearest: '', isWordPress: true };
  if (matching.test(name)) return undefined;
  const nearest = nearestName(name, fired);
  return nearest === undefined ? undefined : { nearest, isWordPress: false };
}

/** What names of a pattern look like; a star stands for what a name holds of the moment. */
export function asPattern(name: string): string {
  return name.split('*').map((part) => part.replace(/[.\\+?^$()[\]{}|/-]/g, '\\$&')).join('[\\w./-]+');
}
