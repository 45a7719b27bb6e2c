/** The position of a menu item. */
export interface ItemPosition {
  readonly id: number;
  parent: number;
  position: number;
}

export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * Returns the items from top to bottom with their depth. Items with a missing parent or in a cycle are moved to the top
 * level.
 */
export function flattenTree<T extends ItemPosition>(entries: readonly T[]): { entry: T; depth: number }[] {
  const knownIds = new Set(entries.map(({ id }) => id));
  const sorted = [...entries].sort((a, b) => a.position - b.position || a.id - b.id);
  const result: { entry: T; depth: number }[] = [];
  const visited = new Set<number>();
  const walk = (parent: number, depth: number): void => {
    for (const entry of sorted) {
      const parentId = knownIds.has(entry.parent) && entry.parent !== entry.id ? entry.parent : 0;
      if (parentId !== parent || visited.has(entry.id)) continue;
      visited.add(entry.id);
      result.push({ entry, depth });
      walk(entry.id, depth + 1);
    }
  };
  walk(0, 0);
  for (const entry of sorted) {
    if (visited.has(entry.id)) continue;
    entry.parent = 0;
    visited.add(entry.id);
    result.push({ entry, depth: 0 });
    walk(entry.id, 1);
  }
  return result;
}

/**
 * Moves an item with its descendants and renumbers the whole menu. Nothing changes if the item cannot move in that
 * direction.
 */
export function reorderItems<T extends ItemPosition>(entries: readonly T[], moved?: { id: number; step: Step }): T[] {
  const ordered = flattenTree(entries).map(({ entry }) => entry);
  ordered.forEach((entry, index) => (entry.position = (index + 1) * 2));
  const entry = ordered.find(({ id }) => id === moved?.id);
  if (entry && moved) moveEntry(ordered, entry, moved.step);
  const arranged = flattenTree(ordered).map((node) => node.entry);
  arranged.forEach((node, index) => (node.position = index + 1));
  return arranged;
}

function moveEntry(ordered: readonly ItemPosition[], entry: ItemPosition, direction: Step): void {
  const siblings = ordered.filter(({ parent }) => parent === entry.parent);
  const siblingIndex = siblings.indexOf(entry);
  const before = siblings.at(siblingIndex - 1);
  if ((direction === 'up' || direction === 'in') && siblingIndex > 0 && before) {
    if (direction === 'in') entry.parent = before.id;
    else [entry.position, before.position] = [before.position, entry.position];
  } else if (direction === 'down') {
    const after = siblings.at(siblingIndex + 1);
    if (after) [entry.position, after.position] = [after.position, entry.position];
  } else if (direction === 'out') {
    const parentEntry = ordered.find(({ id }) => id === entry.parent);
    if (!parentEntry) return;
    entry.parent = parentEntry.parent;
    entry.position = parentEntry.position + 1;
  }
}
