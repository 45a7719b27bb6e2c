import type { WpV2Deps, WpV2SiteDeps } from './deps.js';
import { registerApplicationPasswords } from './application-passwords.js';
import { registerBlockRenderer } from './block-renderer.js';
import { registerBlockTypes } from './block-types.js';
import { registerComments } from './comments.js';
import { registerPlugins } from './plugins.js';
import { registerPosts } from './posts.js';
import { registerRevisions } from './revisions.js';
import { registerSearch } from './search.js';
import { registerSettings } from './settings.js';
import { registerStatuses } from './statuses.js';
import { registerTaxonomies } from './taxonomies.js';
import { registerTerms } from './terms.js';
import { registerTypes } from './types.js';
import { registerUsers } from './users.js';

export type { PluginsPort, PluginSummary, WpV2Deps, WpV2SiteDeps } from './deps.js';

/** Registers `wp/v2`, once every content type is known (`create_initial_rest_routes`). */
export function registerWpV2(deps: WpV2Deps): void {
  const { content } = deps;
  for (const type of content.getPostTypes({ showInRest: true })) {
    registerPosts(deps, type);
    if (content.postTypeSupports(type.name, 'revisions')) registerRevisions(deps, type);
  }
  for (const taxonomy of content.getTaxonomies({ showInRest: true })) registerTerms(deps, taxonomy);
  registerComments(deps);
  registerSearch(deps);
  registerBlockRenderer(deps);
  registerWpV2Site(deps);
}

/** Registers the endpoints about the site itself, which need no content. */
function registerWpV2Site(deps: WpV2SiteDeps): void {
  registerTypes(deps);
  registerStatuses(deps);
  registerTaxonomies(deps);
  registerUsers(deps);
  registerApplicationPasswords(deps);
  registerBlockTypes(deps);
  registerSettings(deps);
  registerPlugins(deps);
}
