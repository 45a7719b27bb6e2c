import type { Field, FieldValue, NonceApi } from '../../api/index.js';
import { isIdList, parseIds, maxEntities, OTHER_NAME } from '../../fields/index.js';
import { findEntities, type Entity, type EntityDeps, getEntities } from './entities.js';
import { ENTITIES_ROUTE } from './entities-route.js';

/** Number of entities listed where no script provides a search. */
const MAX_LISTED = 50;

export type RenderEntityDeps = EntityDeps & { readonly nonces: Pick<NonceApi, 'wpCreateNonce'> };

/**
 * Returns the view data of a field that references files, entries or terms: the selected entities, a list of the
 * newest, a field for an ID, and the data with which the script turns it into a search.
 * @param value submitted or stored value, as text
 */
export async function entityFieldData(deps: RenderEntityDeps, field: Field, value: FieldValue): Promise<object> {
  const { __ } = deps.text;
  const isMultiple = isIdList(field);
  const ids = parseIds(typeof value === 'string' || Array.isArray(value) ? value : String(value ?? ''));
  const selectedEntities = await getEntities(deps, field, ids.slice(0, maxEntities(field)));
  const listed = await findEntities(deps, field, '', MAX_LISTED);
  const unlisted = isMultiple
    ? []
    : selectedEntities.filter(({ id }) => !listed.some((listedEntity) => listedEntity.id === id));
  const choices = [
    { value: '', label: isMultiple ? __('— Add item —') : __('— None —') },
    ...[...unlisted, ...listed].map(toChoice),
  ];
  return {
    isEntity: true,
    many: isMultiple,
    selected: selectedEntities,
    value: isMultiple ? ids.join(', ') : '',
    otherName: `${OTHER_NAME}[${field.key}]`,
    choices: choices.map((choice) => ({ ...choice, selected: !isMultiple && choice.value === String(ids[0] ?? '') })),
    search: `${ENTITIES_ROUTE.namespace}${ENTITIES_ROUTE.path}?${new URLSearchParams([['type', field.type], ...[field.source ?? []].flat().map((sourceName): [string, string] => ['of[]', sourceName])]).toString()}`,
    nonce: deps.nonces.wpCreateNonce('wp_rest'),
    maxEntities: isMultiple ? maxEntities(field) : 1,
    labels: JSON.stringify({
      find: __('Type to search'),
      none: __('No results found.'),
      failed: __('Search failed. Try again.'),
      found: __('Results: %d. Use the arrow keys to choose.'),
      more: __('Type more to narrow the results.'),
      up: __('Move %s up'),
      down: __('Move %s down'),
      remove: __('Remove %s'),
      moved: __('%1$s moved to position %2$d of %3$d.'),
      removed: __('%s was removed.'),
      added: __('%s selected.'),
      full: __('You can’t add more items.'),
      waiting: __('Searching…'),
    }),
  };
}

function toChoice({ id, label, note }: Entity): { value: string; label: string } {
  return { value: String(id), label: note === '' ? label : `${label} (${note})` };
}
