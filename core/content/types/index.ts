import type { ContentTypesApi, HookApi } from '../../api/index.js';
import { registerBuiltinTypes } from './builtin-types.js';
import { createPostStatuses } from './post-statuses.js';
import { createPostTypes } from './post-types.js';
import { createTaxonomies } from './taxonomies.js';

export { getPostTypeCapabilities } from './capabilities.js';

/** Creates the registries of post types, statuses and taxonomies, with the built-in ones. */
export function createContentTypes(hooks: HookApi): ContentTypesApi {
  const types = { ...createPostTypes(hooks), ...createPostStatuses(), ...createTaxonomies(hooks) };
  registerBuiltinTypes(types);
  return types;
}
