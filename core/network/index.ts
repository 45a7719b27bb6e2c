export { fetchSafely } from './fetch-safely.js';
export { localTarget, redirectTarget } from './redirect-target.js';
export { ANY_HOST, isOnHost, isOrigin, requestHost, requestOrigin } from './origins.js';
export { attributeOutages, isOutageStatus } from './remote-outages.js';
export { createRemote } from './remote/remote.js';
