export { createDates } from './dates.js';
export { phpDate, wordsOf } from './php-date.js';
export { siteZone, zoneOf } from './zone.js';
