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
export function topToBottom<T extends ItemPosition>(entries: readonly T[]): { entry: T; depth: number }[] {
  const known = new Set(entries.map(({ id }) => id));
  const sorted = [...entries].sort((a, b) => a.position - b.position || a.id - b.id);
  const out: { entry: T; depth: number }[] = [];
  const visited = new Set<number>();
  const walk = (parent: number, depth: number): void => {
    for (const entry of sorted) {
      const above = known.has(entry.parent) && entry.parent !== entry.id ? entry.parent : 0;
      if (above !== parent || visited.has(entry.id)) continue;
      visited.add(entry.id);
      out.push({ entry, depth });
      walk(entry.id, depth + 1);
    }
  };
  walk(0, 0);
  for (const entry of sorted) {
    if (visited.has(entry.id)) continue;
    entry.parent = 0;
    visited.add(entry.id);
    out.push({ entry, depth: 0 });
    walk(entry.id, 1);
  }
  return out;
}

/**
 * Moves an item with its descendants and renumbers the whole menu. Nothing changes if the item cannot move in that
 * direction.
 */
export function arrange<T extends ItemPosition>(entries: readonly T[], moved?: { id: number; step: Step }): T[] {
  const ordered = topToBottom(entries).map(({ entry }) => entry);
  ordered.forEach((entry, index) => (entry.position = (index + 1) * 2));
  const entry = ordered.find(({ id }) => id === moved?.id);
  if (entry && moved) step(ordered, entry, moved.step);
  const arranged = topToBottom(ordered).map((one) => one.entry);
  arranged.forEach((one, index) => (one.position = index + 1));
  return arranged;
}

function step(ordered: readonly ItemPosition[], entry: ItemPosition, direction: Step): void {
  const siblings = ordered.filter(({ parent }) => parent === entry.parent);
  const at = siblings.indexOf(entry);
  const before = siblings.at(at - 1);
  if ((direction === 'up' || direction === 'in') && at > 0 && before) {
    if (direction === 'in') entry.parent = before.id;
    else [entry.position, before.position] = [before.position, entry.position];
  } else if (direction === 'down') {
    const after = siblings.at(at + 1);
    if (after) [entry.position, after.position] = [after.position, entry.position];
  } else if (direction === 'out') {
    const above = ordered.find(({ id }) => id === entry.parent);
    if (!above) return;
    entry.parent = above.parent;
    entry.position = above.position + 1;
  }
}
