export { createMetadata, type MetadataDeps } from './metadata.js';
