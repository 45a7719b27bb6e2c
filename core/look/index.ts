export { FONTS } from './fonts.js';
export { DEFAULT_BRANDING, type Branding, propertiesOf, readBranding } from './look.js';
export { MIN_CONTRAST, textContrast } from './palette.js';
export { type Chosen, createSiteBranding, type SiteBranding } from './site-look.js';
