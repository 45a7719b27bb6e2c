import type { PostType, Taxonomy } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { itemsRoute } from '../types/types.js';

/** A post type as served by the API, with everything that depends on the type. */
export interface PostKind {
  readonly type: PostType;
  /** Route of its posts, such as `wp/v2/pages`. */
  readonly route: string;
  readonly schema: ItemSchema;
  readonly meta: MetaField;
  /** Returns the taxonomies of its posts that are shown in REST. */
  taxonomies(): Taxonomy[];
  supports(feature: string): boolean;
}

/** Creates the API's data of a post type. */
export function createPostKind(deps: WpV2Deps, type: PostType, schema: ItemSchema, meta: MetaField): PostKind {
  return {
    type,
    route: itemsRoute(type),
    schema,
    meta,
    taxonomies: () => deps.content.getObjectTaxonomies(type.name).filter(({ showInRest }) => showInRest),
    supports: (feature) => deps.content.postTypeSupports(type.name, feature),
  };
}
