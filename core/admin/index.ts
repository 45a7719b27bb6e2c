export { createAdmin } from './admin.js';
export { registerBrandingRoute } from './appearance/branding-route.js';
export { createFieldsApi } from './fields/fields-api.js';
export { registerEntitiesRoute } from './fields/index.js';
export { registerEditingRoute } from './content/editing-route.js';
