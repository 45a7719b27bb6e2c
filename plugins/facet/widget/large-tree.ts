import type { OptionView } from './option-html.js';
import type { NamedValue } from './value-names.js';

/** Maximum number of values in a tree that is rendered completely; larger ones are cut and have a search field. */
export const LARGE_TREE = 150;
/** Maximum number of children per value; selected ones are added. */
const MAX_SIBLINGS = 50;

/**
 * Returns the part of a large tree that is rendered: two levels, or one if these are too many, and one more level
 * wherever a value is selected.
 * Each level is limited to the values with the most products, in their order.
 */
export function cutLargeTree(options: readonly OptionView[]): OptionView[] {
  const twoLevels = cutLevels(options, 2);
  return countOptions(twoLevels) <= LARGE_TREE ? twoLevels : cutLevels(options, 1);
}

/** @param maxLevels number of levels shown below values that are not open */
function cutLevels(options: readonly OptionView[], maxLevels: number): OptionView[] {
  return topSiblings(options).map((option) => {
    if (option.open) return { ...option, children: cutLevels(option.children, maxLevels) };
    return {
      ...option,
      children:
        maxLevels > 1
          ? topSiblings(option.children).map((child) =>
              child.open ? { ...child, children: cutLevels(child.children, maxLevels) } : { ...child, children: [] },
            )
          : [],
    };
  });
}

function topSiblings(options: readonly OptionView[]): readonly OptionView[] {
  if (options.length <= MAX_SIBLINGS) return options;
  const largest = new Set([...options].sort((a, b) => b.count - a.count).slice(0, MAX_SIBLINGS));
  return options.filter((option) => largest.has(option) || option.checked || option.open);
}

export const countOptions = (options: readonly OptionView[]): number =>
  options.reduce((sum, { children }) => sum + 1 + countOptions(children), 0);

/**
 * Labels values by their full path: `Furniture › Chairs`.
 * @param all the tree that contains them
 */
export function withPaths<V extends NamedValue>(values: readonly V[], all: readonly NamedValue[]): V[] {
  const byKey = new Map(all.map((value) => [value.key, value]));
  return values.map((value) => {
    const path: NamedValue[] = [];
    // A cycle in a tree, which a broken import may leave, ends where it starts to repeat.
    for (
      let ancestor: NamedValue | undefined = value;
      ancestor && !path.includes(ancestor);
      ancestor = byKey.get(ancestor.parent)
    )
      path.unshift(ancestor);
    return { ...value, label: path.map(({ label }) => label).join(' › ') };
  });
}
