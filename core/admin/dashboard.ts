import type { AdminPage, PageRequest, Reply } from '../api/index.js';
import { captureAction } from '../document/index.js';
import { resolveText } from '../fields/index.js';
import { dashboardWidgets, type PluginRecord } from '../plugins/index.js';
import { createRedirect, messageScreen, type ScreenReply } from './screen-replies.js';
import { getEditPostLink } from './content/entry-links.js';
import type { AdminDeps } from './deps.js';
import { nonceAction } from './admin-urls.js';
import type { SiteHealth } from './tools/site-health.js';

/** The screen shown after login: what needs attention, content totals, and next steps. */
export function dashboardScreen(deps: AdminDeps, health: SiteHealth): AdminPage {
  const { views } = deps;
  const { __ } = deps.text;

  return {
    slug: 'index.php',
    title: () => __('Dashboard'),
    capability: 'read',
    icon: 'dashboard',
    position: 1,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') return saveWidget(deps, request);
      const data = await loadData(deps, health, request);
      const reply: ScreenReply = {
        kind: 'page',
        title: __('Dashboard'),
        content: async () =>
          views.renderCore('admin/dashboard', {
            ...data,
            ...(await renderPluginParts(deps)),
            recent: await recentRows(deps),
          }),
      };
      return reply;
    },
  };
}

/** Returns the site status shown on the screen, without the output of plugins. */
async function loadData(deps: AdminDeps, health: SiteHealth, request: PageRequest): Promise<object> {
  const { plugins, roles, nonces } = deps;
  const { __ } = deps.text;
  const records = await plugins.records();
  const canManagePlugins = await roles.currentUserCan('activate_plugins');
  const failedPlugins = canManagePlugins
    ? records.filter((record) => !['active', 'inactive'].includes(record.status))
    : [];
  const pluginErrors = canManagePlugins ? (await plugins.pluginErrors.list()).slice(0, 5) : [];
  const canViewHealth = await roles.currentUserCan('view_site_health_checks');
  const checks = canViewHealth ? await health.glance() : [];
  const openChecks = checks?.filter((check) => check.state !== 'good') ?? [];
  const setupChecks = checks?.filter((check) => check.setupStep !== undefined) ?? [];
  const states = { critical: __('Critical'), recommended: __('Recommended'), good: __('Good') };
  const widgets = await renderWidgets(deps, request);
  return {
    counts: await counts(deps, records, canManagePlugins),
    failedPlugins: failedPlugins.map((record) => ({
      name: record.manifest?.name ?? record.id,
      error: record.error?.message ?? '',
      hint: record.error?.hint ?? '',
    })),
    pluginErrors: pluginErrors.map((error) => ({
      plugin: error.plugin,
      entry: error.entry,
      message: error.message,
      count: error.count,
      lastAt: error.last_at,
    })),
    health: openChecks.map((check) => ({ ...check, stateText: states[check.state] })),
    isChecking: checks === undefined,
    steps: setupChecks.some((check) => check.state !== 'good')
      ? setupChecks.map((check) => ({ ...check, done: check.state === 'good' }))
      : [],
    hasNoIssues:
      canViewHealth &&
      !deps.safeMode &&
      checks !== undefined &&
      openChecks.length + failedPlugins.length + pluginErrors.length === 0,
    widgets,
    nonceField: nonces.wpNonceField(nonceAction('index.php')),
  };
}

/** Returns the content totals of the site, each with a link. */
async function counts(
  { content, roles, users, text: { __ } }: AdminDeps,
  records: readonly PluginRecord[],
  mayFix: boolean,
): Promise<object[]> {
  const [pages, people] = await Promise.all([content.wpCountPosts('page'), users.countUsers()]);
  return [
    { label: __('Pages'), value: pages.publish ?? 0, url: 'edit.php?post_type=page' },
    { label: __('Drafts'), value: pages.draft ?? 0, url: 'edit.php?post_type=page&post_status=draft' },
    ...((await roles.currentUserCan('list_users'))
      ? [{ label: __('Users'), value: people.total_users, url: 'users.php' }]
      : []),
    ...(mayFix
      ? [
          {
            label: __('Active plugins'),
            value: records.filter((record) => record.status === 'active').length,
            url: 'plugins.php',
          },
        ]
      : []),
  ];
}

/** Returns the dashboard widgets of plugins after removals by other plugins (`wp_dashboard_widgets`). */
async function renderWidgets(deps: AdminDeps, request: PageRequest): Promise<object[]> {
  const { plugins, roles, hooks } = deps;
  await hooks.doAction('wp_dashboard_setup');
  const all = dashboardWidgets(plugins.registries);
  const visibleIds = await hooks.applyFilters<readonly string[]>(
    'wp_dashboard_widgets',
    all.map(({ id }) => id),
  );
  const mayChange = await roles.currentUserCan('edit_dashboard');
  const widgets: object[] = [];
  for (const { id, title, capability, callback, control } of all) {
    if (!visibleIds.includes(id) || (capability !== undefined && !(await roles.currentUserCan(capability)))) continue;
    const isOpen = mayChange && control !== undefined && request.field('edit') === id;
    const html = isOpen ? await control(request) : await callback();
    widgets.push({
      id,
      title: resolveText(title),
      html,
      isOpen,
      mayChange: mayChange && control !== undefined && !isOpen,
    });
  }
  return widgets;
}

/** Saves the options of a widget. */
async function saveWidget(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { plugins, roles, hooks } = deps;
  const { __ } = deps.text;
  await hooks.doAction('wp_dashboard_setup');
  const box = dashboardWidgets(plugins.registries).find(({ id }) => id === request.field('widget_id'));
  const isAllowed =
    box?.control !== undefined &&
    (await roles.currentUserCan('edit_dashboard')) &&
    (box.capability === undefined || (await roles.currentUserCan(box.capability)));
  if (!isAllowed) return messageScreen(403, __('Sorry, you are not allowed to access this page.'));
  await box.control?.(request);
  return createRedirect(request, 'index.php', { kind: 'success', text: __('Saved.') });
}

async function recentRows(deps: AdminDeps): Promise<object[]> {
  const { content, roles, hooks } = deps;
  const { __ } = deps.text;
  if (!(await roles.currentUserCan('edit_pages'))) return [];
  const { posts } = await content.queryPosts({
    post_type: 'page',
    post_status: ['publish', 'draft', 'pending', 'private', 'future'],
    orderby: 'modified',
    posts_per_page: 5,
    perm: 'editable',
  });
  const rows: object[] = [];
  for (const post of posts)
    rows.push({
      url: await getEditPostLink(deps, post),
      title: (await hooks.applyFilters('the_title', post.post_title, post.id)) || __('(no title)'),
      modifiedAt: post.post_modified_gmt ?? '',
    });
  return rows;
}

/** Returns the output of plugins between the host's own boxes. */
async function renderPluginParts(deps: AdminDeps): Promise<object> {
  const { hooks } = deps;
  const welcome = await captureAction(hooks, 'welcome_panel');
  const glance = await hooks.applyFilters<readonly string[]>('dashboard_glance_items', []);
  return {
    welcome,
    glance,
    belowCounts: await captureAction(hooks, 'rightnow_end'),
    belowRecent: await captureAction(hooks, 'activity_box_end'),
  };
}
