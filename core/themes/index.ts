export { linkTheme } from './link-theme.js';
export { createThemeStore, type ThemeStore } from './theme-store.js';
