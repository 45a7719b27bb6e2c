export { createI18n, type I18n, LANGUAGE_NAMES, LOCALES } from './i18n.js';
export { format } from './format.js';
