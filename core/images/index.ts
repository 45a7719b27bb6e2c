export { readImageMeta } from './image-metadata.js';
export { constrainDimensions, type Crop, hasSameRatio, planResize, type ResizePlan } from './dimensions.js';
export { createImageEditor } from './editor.js';
export { getPngCopy } from './svg-copy.js';
export { removeLocation } from './strip-location.js';
export { declaredPixels, MAX_PIXELS } from './sharp.js';
export { EDITABLE_TYPES, type ImageInfo, readImageInfo, uprightSize } from './image-info.js';
export { webCopyPath, writeWebCopy } from './web-copy.js';
export { type ImageFormat, writeResized } from './write-image.js';
