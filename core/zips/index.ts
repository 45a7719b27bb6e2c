export { ZIP_LIMITS, type ZipLimits } from './limits.js';
export { resolveLayout } from './layout.js';
export { readContent, unpack } from './unpack.js';
export { zipBytes, readZip } from './zip-contents.js';
