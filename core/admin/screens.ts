import type { AdminPage } from '../api/index.js';
import type { OwnedEntry } from '../plugins/index.js';
import type { AdminDeps } from './deps.js';
import { type SiteHealth, healthScreen } from './tools/site-health.js';
import { commentEditorScreen } from './comments/comment-editor.js';
import { commentListScreen } from './comments/comment-list.js';
import { editPostScreen, newPostScreen } from './content/post-editor.js';
import { postListScreen } from './content/post-list.js';
import { revisionsScreen } from './content/revisions-screen.js';
import { entityRevisionsScreen } from './content/entity-revisions-screen.js';
import { dashboardScreen } from './dashboard.js';
import { settingsPageScreen } from './fields/index.js';
import { newUserScreen } from './users/new-user.js';
import { secondFactorScreen } from './users/two-factor.js';
import { editUserScreen, profileScreen } from './users/profile.js';
import { authorizeApplicationScreen } from './users/authorize-application.js';
import { userListScreen } from './users/user-list.js';
import { libraryScreen, uploadScreen } from './media/index.js';
import { brandingScreen } from './appearance/customize-screen.js';
import { menusScreen } from './appearance/menus-screen.js';
import { themesScreen } from './appearance/themes-screen.js';
import { pluginsScreen } from './plugins-screen.js';
import { discussionSettingsScreen } from './settings/discussion.js';
import { generalSettingsScreen } from './settings/general.js';
import { optionsScreen } from './settings/options-screen.js';
import { mailSettingsScreen } from './settings/mail.js';
import { mediaSettingsScreen } from './settings/media.js';
import { permalinkSettingsScreen } from './settings/permalinks.js';
import { readingSettingsScreen } from './settings/reading.js';
import { logInSettingsScreen } from './settings/login.js';
import { termEditScreen } from './terms/term-editor.js';
import { termListScreen } from './terms/term-list.js';
import { auditLogScreen } from './tools/audit-log.js';
import { backupsScreen } from './tools/backups.js';
import { eventsScreen } from './tools/events.js';
import { pluginErrorsScreen } from './tools/plugin-errors.js';
import { redirectsScreen } from './tools/redirects.js';
import { exportScreen } from './tools/export.js';
import { importScreen } from './tools/import.js';
import { mailLogScreen } from './tools/mail-log.js';
import { erasePersonalDataScreen, exportPersonalDataScreen } from './tools/personal-data.js';

/**
 * Returns a function that lists the screens of the admin: those of the host, of post types and taxonomies, and of
 * plugins.
 */
export function createScreenList(deps: AdminDeps, health: SiteHealth): () => readonly OwnedEntry<AdminPage>[] {
  const { content, plugins } = deps;
  const staticScreens = hostScreens(deps, health);
  /** Post types and taxonomies change with the active plugins. */
  const postTypeScreens = (): AdminPage[] =>
    content
      .getPostTypes({ showUi: true })
      .filter(({ name }) => name !== 'attachment')
      .flatMap((type) => [postListScreen(deps, type), newPostScreen(deps, type)]);
  const taxonomyScreens = (): AdminPage[] =>
    content.getTaxonomies({ showUi: true }).map((taxonomy) => termListScreen(deps, taxonomy));
  /** The host renders the settings pages of plugins, but their names belong to the plugins. */
  const settingsScreens = (): OwnedEntry<AdminPage>[] =>
    plugins.registries.settingsPages
      .all()
      .map(({ owner, value }) => ({ owner, value: settingsPageScreen(deps, value) }));
  return () => [
    ...[...staticScreens, ...postTypeScreens(), ...taxonomyScreens()].map((value) => ({ owner: '', value })),
    ...plugins.registries.adminPages.all(),
    ...settingsScreens(),
  ];
}

function hostScreens(deps: AdminDeps, health: SiteHealth): readonly AdminPage[] {
  return [
    dashboardScreen(deps, health),
    editPostScreen(deps),
    revisionsScreen(deps),
    entityRevisionsScreen(deps),
    termEditScreen(deps),
    libraryScreen(deps),
    uploadScreen(deps),
    commentListScreen(deps),
    commentEditorScreen(deps),
    pluginsScreen(deps),
    themesScreen(deps),
    brandingScreen(deps),
    menusScreen(deps),
    userListScreen(deps),
    newUserScreen(deps),
    editUserScreen(deps),
    profileScreen(deps),
    secondFactorScreen(deps),
    authorizeApplicationScreen(deps),
    healthScreen(deps, health),
    pluginErrorsScreen(deps),
    backupsScreen(deps),
    importScreen(deps),
    exportScreen(deps),
    mailLogScreen(deps),
    redirectsScreen(deps),
    eventsScreen(deps),
    auditLogScreen(deps),
    exportPersonalDataScreen(deps),
    erasePersonalDataScreen(deps),
    generalSettingsScreen(deps),
    readingSettingsScreen(deps),
    discussionSettingsScreen(deps),
    mediaSettingsScreen(deps),
    mailSettingsScreen(deps),
    permalinkSettingsScreen(deps),
    logInSettingsScreen(deps),
    optionsScreen(deps),
  ];
}
