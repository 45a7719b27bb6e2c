export { createI18n, type I18n, LOCALES } from './i18n.js';
export { format } from './format.js';
