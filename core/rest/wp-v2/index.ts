import type { Undo } from '../../api/index.js';
import type { WpV2Deps, WpV2SiteDeps } from './items/deps.js';
import { registerApplicationPasswords } from './users/application-passwords.js';
import { registerBlockRenderer } from './blocks/block-renderer.js';
import { registerBlockTypes } from './blocks/block-types.js';
import { registerAbsent } from './design/absent.js';
import { registerThemes } from './design/themes.js';
import { registerOembed } from './embeds/oembed.js';
import { registerUrlDetails } from './embeds/url-details.js';
import { registerComments } from './comments/comments.js';
import { registerPlugins } from './site/plugins.js';
import { registerMenuItems } from './menus/menu-items.js';
import { registerMenuLocations } from './menus/menu-locations.js';
import { registerMenus } from './menus/menus.js';
import { registerMedia } from './media/media.js';
import { registerPosts } from './posts/posts.js';
import { registerAutosaves, registerRevisions } from './posts/revisions.js';
import { registerSearch } from './site/search.js';
import { registerSettings } from './site/settings.js';
import { registerStatuses } from './types/statuses.js';
import { registerTaxonomies } from './types/taxonomies.js';
import { registerTerms } from './terms/terms.js';
import { registerTypes } from './types/types.js';
import { registerSidebars } from './widgets/sidebars.js';
import { registerWidgetTypes } from './widgets/widget-types.js';
import { registerWidgets } from './widgets/widgets.js';
import { registerUsers } from './users/users.js';

export type { PluginSummary } from './items/deps.js';

/** Actions fired when a content type is registered or unregistered. */
const CHANGE_ACTIONS = [
  'registered_post_type',
  'unregistered_post_type',
  'registered_taxonomy',
  'unregistered_taxonomy',
  'registered_taxonomy_for_object_type',
] as const;

/** The host's routes, and the functions that update them. */
export interface WpV2 {
  /** Registers the routes of content types again if one was registered or unregistered; called before each request. */
  syncTypeRoutes(): void;
  /** Registers all routes again, because the filter callbacks for schemas and parameters have changed. */
  renew(): void;
}

/** Registers `wp/v2` (`create_initial_rest_routes`). */
export function registerWpV2(deps: WpV2Deps): WpV2 {
  let undoTypes = registerWithUndo(deps, registerContentTypes);
  let undoOthers = registerWithUndo(deps, registerOthers);
  let isStale = false;
  for (const change of CHANGE_ACTIONS) deps.hooks.addAction(change, () => void (isStale = true));
  const renewTypes = (): void => {
    isStale = false;
    undoTypes();
    undoTypes = registerWithUndo(deps, registerContentTypes);
  };
  return {
    syncTypeRoutes: () => void (isStale && renewTypes()),
    renew() {
      renewTypes();
      undoOthers();
      undoOthers = registerWithUndo(deps, registerOthers);
    },
  };
}

/** Registers routes. @returns the function that undoes the registrations */
function registerWithUndo(deps: WpV2Deps, register: (deps: WpV2Deps) => void): Undo {
  const undos: Undo[] = [];
  const registerRestRoute: WpV2Deps['rest']['registerRestRoute'] = (...route) => {
    const undo = deps.rest.registerRestRoute(...route);
    undos.push(undo);
    return undo;
  };
  register({ ...deps, rest: { ...deps.rest, registerRestRoute } });
  return () => undos.forEach((undo) => undo());
}

function registerOthers(deps: WpV2Deps): void {
  registerComments(deps);
  registerThemes(deps);
  registerAbsent(deps);
  registerOembed(deps);
  registerUrlDetails(deps);
  registerSidebars(deps);
  registerWidgets(deps);
  registerWidgetTypes(deps);
  registerMenus(deps);
  registerMenuItems(deps);
  registerMenuLocations(deps);
  registerSearch(deps);
  registerBlockRenderer(deps);
  registerWpV2Site(deps);
}

/** Registers the endpoints of every content type shown in REST; a type's schema depends on its taxonomies. */
function registerContentTypes(deps: WpV2Deps): void {
  const { content } = deps;
  for (const type of content.getPostTypes({ showInRest: true })) {
    (type.name === 'attachment' ? registerMedia : registerPosts)(deps, type);
    if (content.postTypeSupports(type.name, 'revisions')) registerRevisions(deps, type);
    else if (type.name !== 'attachment' && content.postTypeSupports(type.name, 'editor')) registerAutosaves(deps, type);
  }
  for (const taxonomy of content.getTaxonomies({ showInRest: true })) registerTerms(deps, taxonomy);
}

/** Registers the endpoints about the site itself, which do not need content. */
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
