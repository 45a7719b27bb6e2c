export { createAdmin } from './admin.js';
export { createFieldsApi } from './fields/fields-api.js';
