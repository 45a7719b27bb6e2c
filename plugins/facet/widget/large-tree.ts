import type { OptionView } from './option-html.js';
import type { NamedValue } from './value-names.js';

/** Trees of more values than this do not stand in the page as a whole, and have a field to look for a value. */
export const LARGE_TREE = 150;
/** Of one level below one value; what is chosen comes on top. */
const MAX_SIBLINGS = 50;

/**
 * What stands in the page of a large tree: two levels, or one where these are too many, and a level more wherever something is chosen.
 * Of each level those that most products have, in their order.
 */
export function levelsShown(options: readonly OptionView[]): OptionView[] {
  const two = cutLevels(options, 2);
  return countOptions(two) <= LARGE_TREE ? two : cutLevels(options, 1);
}

/** @param closed levels that are shown of what is not open */
function cutLevels(options: readonly OptionView[], closed: number): OptionView[] {
  return maxProducts(options).map((option) => {
    if (option.open) return { ...option, children: cutLevels(option.children, closed) };
    return {
      ...option,
      children:
        closed > 1
          ? maxProducts(option.children).map((child) =>
              child.open ? { ...child, children: cutLevels(child.children, closed) } : { ...child, children: [] },
            )
          : [],
    };
  });
}

function maxProducts(options: readonly OptionView[]): readonly OptionView[] {
  if (options.length <= MAX_SIBLINGS) return options;
  const kept = new Set([...options].sort((a, b) => b.count - a.count).slice(0, MAX_SIBLINGS));
  return options.filter((option) => kept.has(option) || option.checked || option.open);
}

export const countOptions = (options: readonly OptionView[]): number =>
  options.reduce((sum, { children }) => sum + 1 + countOptions(children), 0);

/** Values called by the whole way to them: `Furniture › Chairs`. @param all the tree that they are from */
export function withWays<V extends NamedValue>(values: readonly V[], all: readonly NamedValue[]): V[] {
  const byKey = new Map(all.map((value) => [value.key, value]));
  return values.map((value) => {
    const way: NamedValue[] = [];
    // A tree in a circle, which a broken import may leave, ends where it closes.
    for (let one: NamedValue | undefined = value; one && !way.includes(one); one = byKey.get(one.parent))
      way.unshift(one);
    return { ...value, label: way.map(({ label }) => label).join(' › ') };
  });
}
