export { linkTheme, createThemeStore, type ThemeStore } from './theme-store.js';
