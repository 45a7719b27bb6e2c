export { createThemeStore, type ThemeStore } from './theme-store.js';
