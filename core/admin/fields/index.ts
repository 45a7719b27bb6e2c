export { drawFields, listedProblems, type ShownFields } from './draw-fields.js';
export { settingsPageScreen } from './settings-page.js';
