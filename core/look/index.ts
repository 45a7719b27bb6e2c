export { FONTS } from './fonts.js';
export { FIRST_LOOK, type Look, propertiesOf, readLook } from './look.js';
export { LEAST_CONTRAST, textContrast } from './palette.js';
export { type Chosen, createSiteLook, type SiteLook } from './site-look.js';
