export { editAttachment } from './edit-attachment.js';
export { featuredImage } from './featured-image.js';
export { libraryScreen } from './library.js';
export { uploadScreen } from './upload-screen.js';
