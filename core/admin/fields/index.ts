export { listedProblems } from './render-fields.js';
export {
  boxesOn,
  drawBoxes,
  fieldsIn,
  metaOf,
  sentFields,
  storedFields,
  type Subject,
  unfinished,
  writeFields,
} from './entry-fields.js';
export { settingsAddress, settingsPageScreen } from './settings-page.js';
export { registerEntitiesRoute } from './entities-route.js';
