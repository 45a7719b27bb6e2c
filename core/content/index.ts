export { createContent } from './content.js';
