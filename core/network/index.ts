export { fetchSafely } from './fetch-safely.js';
