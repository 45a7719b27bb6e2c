export { createMetadata, type SiteMetadata } from './metadata.js';
