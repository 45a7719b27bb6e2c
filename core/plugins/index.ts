export type { PluginFault } from './faults.js';
export type { Installer, InstallOptions } from './install/install.js';
export type { Invoke } from './invoke.js';
export { createPluginHost, type PluginHost } from './plugin-host.js';
export { orderPlugins } from './order.js';
export type { Owned, Registries } from './registries.js';
export type { PluginRecord, PluginStatus } from './state.js';
