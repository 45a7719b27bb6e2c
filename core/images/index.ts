export { imageMetaTexts } from './image-metadata.js';
export { constrainDimensions, type Crop, hasSameShape, resizing, type ResizePlan } from './dimensions.js';
export { createImageEditor } from './editor.js';
export { drawnCopy } from './svg-copy.js';
export { forgetPlace } from './strip-location.js';
export { claimedPixels, MAX_PIXELS } from './sharp.js';
export { EDITABLE_TYPES, type ImageFacts, readImage, uprightSize } from './image-facts.js';
export { webCopyOf, writeWebCopy } from './web-copy.js';
export { type ImageForm, writeResized } from './write-image.js';
