export { ZIP_LIMITS, type ZipLimits } from './limits.js';
export { placeIn } from './layout.js';
export { contentOf, unpack } from './unpack.js';
export { zipBytes, readZip } from './zip-contents.js';
