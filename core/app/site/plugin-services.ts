import { createFieldsApi } from '../../admin/index.js';
import { capabilityChecks } from '../../auth/capability-checks.js';
import type { SiteRoles } from '../../auth/roles.js';
import type { SiteAttachments } from '../../content/attachments/index.js';
import type { SiteContent } from '../../content/index.js';
import { createPageFunctions } from '../../front/index.js';
import { createPluginHost, mergeParts, type PluginHost } from '../../plugins/index.js';
import { revisionsForPlugins } from '../../revisions/index.js';
import { BUNDLED_PLUGINS, FIRST_PLUGINS } from '../bundled-plugins.js';
import { wordpressFunctions } from '../wordpress-functions.js';
import type { watchProcessorTime } from '../../process/processor-time.js';
import { coreVersion } from '../config.js';
import type { BaseServices } from './base-services.js';
import type { ContentServices } from './content-services.js';
import type { SharedServices } from './shared-services.js';
import type { ViewServices } from './view-services.js';

type PluginDeps = BaseServices & ContentServices & SharedServices & ViewServices;

/** Creates the plugin host with the functions of all parts. Plugins do not run yet. */
export function createSitePlugins(parts: PluginDeps, processor: ReturnType<typeof watchProcessorTime>): PluginHost {
  const { config, db, hooks, options, roles, log, views, i18n, homeUrl, adminUrl, secret, sendMail } = parts;
  const plugins = createPluginHost({
    config,
    versions: { core: coreVersion(config.root), node: process.versions.node },
    bundled: BUNDLED_PLUGINS,
    neverPaused: FIRST_PLUGINS,
    isDelayed: () => db.isBusy() || processor.isStarved(),
    optionsVersion: () => parts.tableVersions.get('options'),
    db,
    hooks,
    options,
    roles,
    log,
    views,
    i18n,
    homeUrl,
    adminUrl,
    secret,
    sendMail,
    functions: pluginFunctions(parts),
  });
  parts.late.provide({ plugins });
  return plugins;
}

/** Returns the functions of each part that a plugin's scope contains. */
function pluginFunctions(parts: PluginDeps) {
  const { cache, pluginCache, content, users, roles, formatting, rest, siteName } = parts;
  const { options } = parts;
  return mergeParts(
    options,
    cache,
    pluginCache,
    parts.meta,
    contentForPlugins(content),
    users,
    rolesForPlugins(roles),
    capabilityChecks(roles),
    parts.cron,
    parts.dates,
    parts.nonces,
    parts.sessions,
    parts.passwordRules,
    formatting,
    parts.shortcodes,
    parts.blocks,
    parts.uploads,
    attachmentsForPlugins(parts.attachments),
    parts.limits,
    parts.emailLimit,
    parts.commentEmails,
    parts.widgets,
    createPageFunctions(parts.config.siteUrl),
    parts.patterns,
    fieldFunctions(parts),
    wordpressFunctions({ ...parts, loginScreens: parts.loginScreens.current }),
    parts.privacy.api,
    revisionsForPlugins(parts.versions),
    {
      audit: parts.audit,
      siteName: async () => siteName(),
      registerRestRoute: rest.registerRestRoute,
      registerRestField: rest.registerRestField,
      createRequest: rest.createRequest,
      dispatch: rest.dispatch,
      restUrl: rest.restUrl,
    },
  );
}

function fieldFunctions({ text, formatting, content, roles, views, attachments, nonces, late }: PluginDeps) {
  return createFieldsApi({ text, formatting, content, roles, views, attachments, nonces }, () =>
    late
      .get('plugins')
      .registries.fieldBoxes.all()
      .map(({ value }) => value),
  );
}

/** Returns the role functions without those that only the host uses. */
function rolesForPlugins({
  currentUserHas: _has,
  loadCurrentUserCapabilities: _know,
  ...roles
}: SiteRoles): Omit<SiteRoles, 'currentUserHas' | 'loadCurrentUserCapabilities'> {
  return roles;
}

/** Returns the media library without the methods that only the host's rendering uses. */
function attachmentsForPlugins({
  images: _images,
  months: _months,
  maintenance: _upkeep,
  ...attachments
}: SiteAttachments): Omit<SiteAttachments, 'images' | 'months' | 'maintenance'> {
  return attachments;
}

/**
 * Returns the content API without the main query, and without `homeUrl` and `siteUrl`; plugins have their own
 * synchronous `homeUrl`.
 */
function contentForPlugins({
  homeUrl: _home,
  siteUrl: _site,
  mainQuery: _query,
  ...content
}: SiteContent): Omit<SiteContent, 'homeUrl' | 'siteUrl' | 'mainQuery'> {
  return content;
}
