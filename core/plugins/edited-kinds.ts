import { type EditableType, PlinthError, type Undo } from '../api/index.js';
import { type ContextWrapper, orElse } from './attribution.js';
import type { Registries } from './registries.js';

interface EditedKindDeps {
  readonly id: string;
  readonly registries: Registries;
  readonly named: ContextWrapper;
  keep(step: Undo): Undo;
}

/**
 * Creates the function that makes a plugin's entities editable like posts: by one user at a time, with revisions.
 * Failing callbacks refuse.
 */
export function createAddEditedKind({ id, registries, named, keep }: EditedKindDeps): (kind: EditableType) => Undo {
  return (given) => {
    const { kind } = given;
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(kind))
      throw new PlinthError('editable_type_invalid', `"${kind}" is not a valid name for an editable type.`, {
        hint: 'Use at most 40 lower-case letters, digits and underscores, starting with a letter, such as store_product.',
      });
    const place = `edited ${kind}`;
    const mayEdit = named(place, given.mayEdit.bind(given));
    const find = named(place, given.find.bind(given));
    const stored = named(place, given.stored.bind(given));
    const describe = named(place, given.describe.bind(given));
    const { undo, isNew } = registries.editedKinds.put(id, (one) => one.kind, {
      kind,
      mayEdit: (entity) => orElse(false, () => mayEdit(entity)),
      find: (entity) => orElse(null, () => find(entity)),
      stored: (entity) => orElse({}, () => stored(entity)),
      describe: (fields, entity) => orElse([], () => describe(fields, entity)),
    });
    return isNew ? keep(undo) : undo;
  };
}
