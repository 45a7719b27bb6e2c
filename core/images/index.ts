export { imageMetaTexts } from './camera-words.js';
export { constrainDimensions, type Crop, hasSameShape, resizing, type Resizing } from './dimensions.js';
export { createImageEditor } from './editor.js';
export { drawnCopy } from './drawn-copy.js';
export { forgetPlace } from './forget-place.js';
export { claimedPixels, MAX_PIXELS } from './sharp.js';
export { EDITABLE_TYPES, type ImageFacts, readImage, uprightSize } from './picture.js';
export { webCopyOf, writeWebCopy } from './web-copy.js';
export { type ImageForm, writeResized } from './write-picture.js';
