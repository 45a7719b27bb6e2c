export { createRestChecks, createRest, type Rest } from './rest.js';
export type { RestCall, RestCredentials, Authenticate } from './serve.js';
export { MAX_FIELDS, occursMoreThan, tooManyFields } from './input-bounds.js';
export { nestFields, parsePhpQuery } from './php-query.js';
export { siteInfo } from './site-info.js';
