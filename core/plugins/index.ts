export { describeHosts } from './manifest/manifest-hosts.js';
export { describeConflicts } from './scope/describe-conflicts.js';
export { dataFolderName } from './manifest/discovery.js';
export type { PluginError } from './state/tables.js';
export type { InstallOptions } from './install/install.js';
export { mergeParts as joined } from './scope/scope.js';
export { createPluginHost, type PluginHost } from './plugin-host.js';
export { isFixedPage, pluginAt } from './scope/page-routes.js';
export { orderPlugins } from './manifest/load-order.js';
export type { OwnedEntry } from './scope/registries.js';
export { isPaused, type PluginRecord } from './state/plugin-status.js';
export { metaBoxes } from './scope/meta-boxes.js';
export {
  renderErrorNotices as errorNotices,
  renderFields as formFields,
  renderSections as formSections,
  settingsAction,
} from './scope/settings-forms.js';
export {
  renderNotice as noticeHtml,
  getDismissedNotices as noticesPutAway,
  DISMISSAL as PUT_AWAY,
} from './scope/admin-notices.js';
export { dashboardWidgets } from './scope/dashboard-parts.js';
export { metaLocationsOf as placesOf } from './scope/field-meta-boxes.js';
export { fieldsOf, readSettings as storedSettings } from './scope/settings-pages.js';
