export { createDates } from './dates.js';
export { phpDate, dateNames as wordsOf } from './php-date.js';
export { siteZone, toZone as zoneOf } from './zone.js';
