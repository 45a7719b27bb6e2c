export { ZIP_LIMITS, type ZipLimits } from './limits.js';
export { resolveLayout as placeIn } from './layout.js';
export { readContent as contentOf, unpack } from './unpack.js';
export { zipBytes, readZip } from './zip-contents.js';
