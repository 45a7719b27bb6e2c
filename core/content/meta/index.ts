export { createMetadata } from './metadata.js';
