export { createMetadata, type MetadataDeps, type SiteMetadata } from './metadata.js';
