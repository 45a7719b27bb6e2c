export { createDates } from './dates.js';
export { phpDate, dateNames } from './php-date.js';
export { siteZone, toZone } from './zone.js';
