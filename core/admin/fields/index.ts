export { listFieldErrors as listedProblems } from './render-fields.js';
export {
  findFieldBoxes as boxesOn,
  renderBoxes as drawBoxes,
  fieldsIn,
  toMetadata as metaOf,
  readSubmittedFields as sentFields,
  readStoredFields as storedFields,
  type Subject,
  withoutRequired as unfinished,
  writeFields,
} from './entry-fields.js';
export { settingsUrl as settingsAddress, settingsPageScreen } from './settings-page.js';
export { registerEntitiesRoute } from './entities-route.js';
