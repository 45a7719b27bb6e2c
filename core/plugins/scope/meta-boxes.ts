import type { MetaBox } from '../../api/index.js';
import { currentContext, META_BOXES } from '../../context/index.js';

type MetaBoxMap = Map<string, MetaBox>;

function getBoxes(): MetaBoxMap {
  const memo = currentContext()?.memo;
  let requestBoxes = memo?.get(META_BOXES) as MetaBoxMap | undefined;
  if (!requestBoxes) {
    requestBoxes = new Map();
    memo?.set(META_BOXES, requestBoxes);
  }
  return requestBoxes;
}

/** Adds a meta box to the form that the running request shows. */
export function putMetaBox(box: MetaBox): void {
  getBoxes().set(box.id, box);
}

export function removeMetaBox(id: string): void {
  getBoxes().delete(id);
}

/** Returns the meta boxes added so far, sorted by priority. */
export function metaBoxes(): readonly MetaBox[] {
  const order = ['high', 'core', 'default', 'low'];
  return [...getBoxes().values()].sort(
    (a, b) => order.indexOf(a.priority ?? 'default') - order.indexOf(b.priority ?? 'default'),
  );
}
