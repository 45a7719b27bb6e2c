export { readImageMeta as imageMetaTexts } from './image-metadata.js';
export {
  constrainDimensions,
  type Crop,
  hasSameRatio as hasSameShape,
  planResize as resizing,
  type ResizePlan,
} from './dimensions.js';
export { createImageEditor } from './editor.js';
export { getPngCopy as drawnCopy } from './svg-copy.js';
export { removeLocation as forgetPlace } from './strip-location.js';
export { declaredPixels as claimedPixels, MAX_PIXELS } from './sharp.js';
export { EDITABLE_TYPES, type ImageInfo, readImageInfo, uprightSize } from './image-info.js';
export { webCopyPath as webCopyOf, writeWebCopy } from './web-copy.js';
export { type ImageFormat as ImageForm, writeResized } from './write-image.js';
