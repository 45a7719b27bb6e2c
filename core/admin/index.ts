export { createAdmin } from './admin.js';
export { registerBrandingRoute } from './appearance/look-route.js';
export { createFieldsApi } from './fields/fields-api.js';
export { registerThingsRoute } from './fields/index.js';
export { registerEditingRoute } from './content/editing-route.js';
