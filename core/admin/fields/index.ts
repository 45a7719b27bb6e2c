export { listFieldErrors } from './render-fields.js';
export {
  findFieldBoxes,
  renderBoxes,
  fieldsIn,
  toMetadata,
  readSubmittedFields,
  readStoredFields,
  type Subject,
  withoutRequired,
  writeFields,
} from './entry-fields.js';
export { settingsUrl, settingsPageScreen } from './settings-page.js';
export { registerEntitiesRoute } from './entities-route.js';
