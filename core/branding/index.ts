export { FONTS } from './fonts.js';
export { DEFAULT_BRANDING, type Branding, cssCustomProperties, readBranding } from './branding.js';
export { MIN_CONTRAST, textContrast } from './palette.js';
export { type BrandingSettings, createSiteBranding, type SiteBranding } from './site-branding.js';
