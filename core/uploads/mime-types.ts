/**
 * File extensions, several of one type separated by `|`, with their types (`wp_get_mime_types`). Excluded are types
 * that a browser may execute when their URL is opened: HTML, scripts, and XML documents except SVG drawings, which are
 * sanitized before they are stored.
 */
export const MIME_TYPES: Readonly<Record<string, string>> = {
  'jpg|jpeg|jpe': 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  bmp: 'image/bmp',
  'tiff|tif': 'image/tiff',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  heic: 'image/heic',
  heif: 'image/heif',
  heics: 'image/heic-sequence',
  heifs: 'image/heif-sequence',
  'asf|asx': 'video/x-ms-asf',
  wmv: 'video/x-ms-wmv',
  wmx: 'video/x-ms-wmx',
  wm: 'video/x-ms-wm',
  avi: 'video/avi',
  divx: 'video/divx',
  flv: 'video/x-flv',
  'mov|qt': 'video/quicktime',
  'mpeg|mpg|mpe': 'video/mpeg',
  'mp4|m4v': 'video/mp4',
  ogv: 'video/ogg',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  '3gp|3gpp': 'video/3gpp',
  '3g2|3gp2': 'video/3gpp2',
  'txt|asc|c|cc|h|srt': 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  ics: 'text/calendar',
  rtx: 'text/richtext',
  css: 'text/css',
  vtt: 'text/vtt',
  'mp3|m4a|m4b': 'audio/mpeg',
  aac: 'audio/aac',
  'ra|ram': 'audio/x-realaudio',
  'wav|x-wav': 'audio/wav',
  'ogg|oga': 'audio/ogg',
  flac: 'audio/flac',
  'mid|midi': 'audio/midi',
  wma: 'audio/x-ms-wma',
  wax: 'audio/x-ms-wax',
  mka: 'audio/x-matroska',
  rtf: 'application/rtf',
  pdf: 'application/pdf',
  tar: 'application/x-tar',
  zip: 'application/zip',
  'gz|gzip': 'application/x-gzip',
  rar: 'application/rar',
  '7z': 'application/x-7z-compressed',
  psd: 'application/octet-stream',
  xcf: 'application/octet-stream',
  doc: 'application/msword',
  'pot|pps|ppt': 'application/vnd.ms-powerpoint',
  wri: 'application/vnd.ms-write',
  'xla|xls|xlt|xlw': 'application/vnd.ms-excel',
  mdb: 'application/vnd.ms-access',
  mpp: 'application/vnd.ms-project',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  potx: 'application/vnd.openxmlformats-officedocument.presentationml.template',
  sldx: 'application/vnd.openxmlformats-officedocument.presentationml.slide',
  odt: 'application/vnd.oasis.opendocument.text',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odg: 'application/vnd.oasis.opendocument.graphics',
  odc: 'application/vnd.oasis.opendocument.chart',
  odb: 'application/vnd.oasis.opendocument.database',
  odf: 'application/vnd.oasis.opendocument.formula',
  'wp|wpd': 'application/wordperfect',
  key: 'application/vnd.apple.keynote',
  numbers: 'application/vnd.apple.numbers',
  pages: 'application/vnd.apple.pages',
};

/** The type of SVG drawings. */
export const SVG_TYPE = 'image/svg+xml';

/** Extensions and types that are never stored, even if a filter adds them. */
const FORBIDDEN_TYPE =
  /^(?:text\/(?:html|xml|javascript)|application\/(?:javascript|x-javascript|x-httpd-php.*|x-php|xml|.*\+xml)|image\/svg(?!\+xml$).*)$/;
const FORBIDDEN_EXTENSION = /^(?:html?|xhtml|xht|xml|xsl|svgz|js|mjs|php\d?|phtml|phar|shtml|swf|exe)$/i;

/** Whether a browser that opens such a file could execute any of it. */
export function isDangerous({ ext, type }: { ext: string | false; type: string | false }): boolean {
  // Drawings are sanitized only under this one extension.
  if ((type === SVG_TYPE) !== (ext !== false && ext.toLowerCase() === 'svg')) return true;
  return (ext !== false && FORBIDDEN_EXTENSION.test(ext)) || (type !== false && FORBIDDEN_TYPE.test(type));
}

/** Returns the type for the extension of a name. */
export function typeOfName(
  name: string,
  types: Readonly<Record<string, string>>,
): { ext: string | false; type: string | false } {
  const ext = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  const found = Object.entries(types).find(([endings]) => endings.split('|').includes(ext.toLowerCase()));
  return found ? { ext, type: found[1] } : { ext: false, type: false };
}
