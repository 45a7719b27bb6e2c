export { hostsInWords } from './hosts-in-words.js';
export type { PluginFault } from './faults.js';
export type { InstallOptions } from './install/install.js';
export { createPluginHost, type PluginHost } from './plugin-host.js';
export { orderPlugins } from './order.js';
export type { Owned } from './registries.js';
export type { PluginRecord } from './state.js';
export { metaBoxes, putMetaBox } from './meta-boxes.js';
