export { fetchSafely } from './fetch-safely.js';
export { localTarget } from './local-target.js';
export { ANY_HOST, isOnHost, isOrigin } from './origins.js';
export { redirectTarget } from './redirect-target.js';
export { createRemote } from './remote/remote.js';
export { visitedHost, visitedOrigin } from './visited-host.js';
