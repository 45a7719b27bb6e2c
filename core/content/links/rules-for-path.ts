import { LRUCache } from 'lru-cache';
import type { RewriteRule } from '../../api/index.js';
import { decodeSlug } from '../slug-text.js';

/** A rule that matches a path, with the values of its groups. */
interface RuleMatch {
  readonly rule: RewriteRule;
  readonly match: RegExpExecArray;
}

/** Maximum number of cached paths. */
const MAX_PATHS = 500;
/** Maximum length in characters; longer paths are never cached. */
const LONGEST_PATH = 200;

/**
 * Finds the rules that match a path, in matching order. A site has about eighty rules and the same URLs are requested
 * repeatedly, so the result is cached as long as the list of rules is the same.
 */
export function createRulesForPath(): (rules: readonly RewriteRule[], path: string) => readonly RuleMatch[] {
  const paths = new LRUCache<string, readonly RuleMatch[]>({ max: MAX_PATHS });
  let known: { rules: readonly RewriteRule[]; copy: readonly RewriteRule[] } | undefined;

  /** Filters may return a new list each time, or modify one in place. */
  function isSame(rules: readonly RewriteRule[]): boolean {
    return (
      known?.rules === rules &&
      known.copy.length === rules.length &&
      known.copy.every((rule, index) => rule === rules[index])
    );
  }

  return (rules, path) => {
    if (!isSame(rules)) {
      paths.clear();
      known = { rules, copy: [...rules] };
    }
    const found = paths.get(path);
    if (found) return found;
    const matches = matching(rules, path);
    if (path.length <= LONGEST_PATH) paths.set(path, matches);
    return matches;
  };
}

function matching(rules: readonly RewriteRule[], path: string): RuleMatch[] {
  const decoded = decodeSlug(path);
  return rules.flatMap((rule) => {
    const match = rule.pattern.exec(path) ?? (decoded === path ? null : rule.pattern.exec(decoded));
    return match ? [{ rule, match }] : [];
  });
}
