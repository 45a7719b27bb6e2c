import { type EditableType, PlinthError, type Undo } from '../../api/index.js';
import { type ContextWrapper, orElse } from '../isolation/attribution.js';
import { checkShape } from '../isolation/checked-entries.js';
import type { Registries } from './registries.js';

interface EditableTypeDeps {
  readonly id: string;
  readonly registries: Registries;
  readonly wrap: ContextWrapper;
  trackUndo(step: Undo): Undo;
}

/**
 * Creates the function that makes a plugin's entities editable like posts: by one user at a time, with revisions.
 * If a callback fails, editing is refused.
 */
export function createAddEditableType({
  id,
  registries,
  wrap,
  trackUndo,
}: EditableTypeDeps): (kind: EditableType) => Undo {
  return (editableType) => {
    checkShape('registerEditable(…)', editableType, {
      kind: 'text',
      canEdit: 'function',
      find: 'function',
      getFields: 'function',
      describe: 'function',
    });
    const { kind } = editableType;
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(kind))
      throw new PlinthError('editable_type_invalid', `"${kind}" is not a valid name for an editable type.`, {
        hint: 'Use at most 40 lower-case letters, digits and underscores, starting with a letter, such as store_product.',
      });
    const entryName = `edited ${kind}`;
    const mayEdit = wrap(entryName, editableType.canEdit.bind(editableType));
    const find = wrap(entryName, editableType.find.bind(editableType));
    const readFields = wrap(entryName, editableType.getFields.bind(editableType));
    const describe = wrap(entryName, editableType.describe.bind(editableType));
    const { undo, isNew } = registries.editableTypes.upsert(id, (registered) => registered.kind, {
      kind,
      canEdit: (entity) => orElse(false, () => mayEdit(entity)),
      find: (entity) => orElse(null, () => find(entity)),
      getFields: (entity) => orElse({}, () => readFields(entity)),
      describe: (fields, entity) => orElse([], () => describe(fields, entity)),
    });
    return isNew ? trackUndo(undo) : undo;
  };
}
