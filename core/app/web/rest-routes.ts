import { registerEditingRoute, registerBrandingRoute, registerEntitiesRoute } from '../../admin/index.js';
import { isWpError, PlinthError } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { fetchSafely } from '../../network/index.js';
import { isPaused } from '../../plugins/index.js';
import { registerWpV2 } from '../../rest/wp-v2/index.js';
import type { Site } from '../site.js';
import { createSiteName } from '../layout-data.js';
import type { ContentViews } from './page-views.js';

/** Maximum number of characters read from a remote page to get its metadata. */
const MAX_HEAD_LENGTH = 150_000;

/** Registers the host's own routes: those of its admin, and WordPress's `wp/v2`. */
export function registerHostRoutes(site: Site, contentViews: ContentViews) {
  registerAdminRoutes(site);
  const { db, hooks, options, users, roles, views } = site;
  return registerWpV2({
    rest: site.rest,
    content: site.content,
    attachments: site.attachments,
    widgets: site.widgets,
    patterns: site.patterns,
    themes: () => installedThemes(site),
    fetchSafely: fetchPageHead,
    siteSecret: site.secret,
    uploads: site.uploads,
    theContent: contentViews.theContent,
    theExcerpt: contentViews.theExcerpt,
    pageTemplates: () => views.themes.flatMap((theme) => theme.customTemplates.map((template) => template.name)),
    db,
    hooks,
    formatting: site.formatting,
    options,
    meta: site.meta,
    users,
    roles,
    blocks: site.blocks,
    passwords: site.passwords,
    nonces: site.nonces,
    passwordProblem: site.passwordRules.passwordProblem,
    plugins: restPlugins(site),
    currentUserId: () => currentContext()?.userId ?? 0,
    currentApplicationPassword: () => currentContext()?.memo.get('application_password') as string | undefined,
    locale: site.i18n.locale,
  });
}

function registerAdminRoutes(site: Site): void {
  const { rest, content, attachments, roles, formatting, branding, meta, options, versions, users, plugins, db } = site;
  const text = site.i18n.domain('default');
  registerEntitiesRoute({ rest, content, attachments, roles, text });
  registerBrandingRoute({ rest, roles, text, formatting, content, branding, siteName: createSiteName(options) });
  registerEditingRoute({
    rest,
    content,
    meta,
    options,
    versions,
    findEditableType: (kind) => plugins.registries.editableTypes.all().find(({ value }) => value.kind === kind)?.value,
    users,
    roles,
    now: Date.now,
    transaction: db.transaction,
    currentUserId: () => currentContext()?.userId ?? 0,
  });
}

function installedThemes({ views, config }: Site) {
  return views.installedThemes().map((theme) => {
    const url = `${config.siteUrl}/wp-content/themes/${theme.id}`;
    return {
      ...theme,
      active: theme.id === views.themes[0]?.id,
      url,
      image: theme.screenshot === '' ? '' : `${url}/assets/${theme.screenshot}`,
    };
  });
}

async function fetchPageHead(url: string): Promise<string | undefined> {
  const fetched = await fetchSafely(url);
  return isWpError(fetched) || !/^text\/html\b/i.test(fetched.type)
    ? undefined
    : fetched.data.subarray(0, MAX_HEAD_LENGTH).toString('utf8');
}

/** Adapts the plugin host for `wp/v2/plugins`. */
function restPlugins({ plugins }: Site) {
  return {
    async list() {
      const records = await plugins.records();
      return records.flatMap(({ id, manifest, status, error }) =>
        manifest
          ? [
              {
                id,
                active: status !== 'inactive',
                paused: isPaused(status),
                pausedReason: isPaused(status) ? (error?.message ?? '') : '',
                name: manifest.name,
                pluginUri: '',
                author: manifest.author,
                authorUri: '',
                description: manifest.description,
                version: manifest.version,
                requiresCore: manifest.requiresCore,
                textDomain: manifest.textDomain,
              },
            ]
          : [],
      );
    },
    async activate(id: string) {
      const error = await plugins.activatePlugin(id);
      if (error) throw new PlinthError(error.getErrorCode(), error.getErrorMessage(), { status: 500 });
    },
    async deactivate(id: string) {
      const effects = await plugins.deactivationEffects(id);
      await plugins.deactivatePlugins(id);
      return effects;
    },
    async remove(id: string) {
      const deletion = await plugins.deletePlugin(id);
      if (isWpError(deletion))
        throw new PlinthError(deletion.getErrorCode(), deletion.getErrorMessage(), { status: 500 });
    },
  };
}
