export { createRest, type Rest } from './rest.js';
export { type RestCall, type RestCredentials, type RestReply, type Authenticate } from './serve.js';
export { MOST_FIELDS, occursMoreThan, tooManyFields } from './input-bounds.js';
export { nestFields, parsePhpQuery } from './php-query.js';
export { type Invoke, type RestDeps } from './server-parts.js';
export { errorToResponse, thrownToResponse } from './error-response.js';
export { siteInfo } from './site-info.js';
export { registerWpV2, type PluginsPort, type PluginSummary, type WpV2Deps } from './wp-v2/index.js';
