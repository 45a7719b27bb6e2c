import { LRUCache } from 'lru-cache';
import type { RewriteRule } from '../../api/index.js';
import { decodeSlug } from '../slug-text.js';

/** A rule whose pattern a path has, and what the path says in its groups. */
interface RuleMatch {
  readonly rule: RewriteRule;
  readonly match: RegExpExecArray;
}

/** Paths whose rules are remembered. */
const MAX_PATHS = 500;
/** Characters; longer paths are nobody's page. */
const LONGEST_PATH = 200;

/**
 * Finds the rules of a path, in the order they are tried. A site has some eighty, and the same addresses are asked all the time, so what they are is
 * remembered for as long as the list is the same.
 */
export function createRulesForPath(): (rules: readonly RewriteRule[], path: string) => readonly RuleMatch[] {
  const paths = new LRUCache<string, readonly RuleMatch[]>({ max: MAX_PATHS });
  let known: { rules: readonly RewriteRule[]; copy: readonly RewriteRule[] } | undefined;

  /** Filters may hand out a list of their own each time, or change one in place. */
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
