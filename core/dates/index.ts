export { createDates } from './dates.js';
export { luxonZone, phpDate, wordsOf } from './php-date.js';
