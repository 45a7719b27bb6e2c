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
/** Maximum length of a cached path in characters. */
const MAX_PATH_LENGTH = 200;

/**
 * Creates the function that finds the rules for a path, in matching order. The result is cached until the list of rules
 * changes, because a site has about eighty rules and the same URLs are requested repeatedly.
 */
export function createRulesForPath(): (rules: readonly RewriteRule[], path: string) => readonly RuleMatch[] {
  const paths = new LRUCache<string, readonly RuleMatch[]>({ max: MAX_PATHS });
  let cachedRules: { rules: readonly RewriteRule[]; copy: readonly RewriteRule[] } | undefined;

  /** Whether the rules are unchanged. Filters may return a new list each time, or modify one in place. */
  function isSame(rules: readonly RewriteRule[]): boolean {
    return (
      cachedRules?.rules === rules &&
      cachedRules.copy.length === rules.length &&
      cachedRules.copy.every((rule, index) => rule === rules[index])
    );
  }

  return (rules, path) => {
    if (!isSame(rules)) {
      paths.clear();
      cachedRules = { rules, copy: [...rules] };
    }
    const found = paths.get(path);
    if (found) return found;
    const matches = findMatches(rules, path);
    if (path.length <= MAX_PATH_LENGTH) paths.set(path, matches);
    return matches;
  };
}

function findMatches(rules: readonly RewriteRule[], path: string): RuleMatch[] {
  const decoded = decodeSlug(path);
  return rules.flatMap((rule) => {
    const match = rule.pattern.exec(path) ?? (decoded === path ? null : rule.pattern.exec(decoded));
    return match ? [{ rule, match }] : [];
  });
}
