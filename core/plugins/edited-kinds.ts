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
  return (editableType) => {
    const { kind } = editableType;
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(kind))
      throw new PlinthError('editable_type_invalid', `"${kind}" is not a valid name for an editable type.`, {
        hint: 'Use at most 40 lower-case letters, digits and underscores, starting with a letter, such as store_product.',
      });
    const entryName = `edited ${kind}`;
    const mayEdit = named(entryName, editableType.mayEdit.bind(editableType));
    const find = named(entryName, editableType.find.bind(editableType));
    const stored = named(entryName, editableType.stored.bind(editableType));
    const describe = named(entryName, editableType.describe.bind(editableType));
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
