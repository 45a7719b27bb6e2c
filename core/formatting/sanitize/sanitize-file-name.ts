import { trim } from '../php/text.js';

/**
 * File extensions that are allowed for uploads (`get_allowed_mime_types`, without types such as `swf` and `exe`). `|`
 * separates several extensions of one type.
 */
const UPLOAD_EXTENSIONS: readonly string[] = (
  'jpg|jpeg|jpe gif png bmp tiff|tif webp avif ico heic heif heics heifs asf|asx wmv wmx wm avi divx flv mov|qt ' +
  'mpeg|mpg|mpe mp4|m4v ogv webm mkv 3gp|3gpp 3g2|3gp2 txt|asc|c|cc|h|srt csv tsv ics rtx css htm|html vtt dfxp ' +
  'mp3|m4a|m4b aac ra|ram wav|x-wav ogg|oga flac mid|midi wma wax mka rtf js pdf class tar zip gz|gzip rar 7z psd xcf ' +
  'doc pot|pps|ppt wri xla|xls|xlt|xlw mdb mpp docx docm dotx dotm xlsx xlsm xlsb xltx xltm xlam pptx pptm ppsx ppsm ' +
  'potx potm ppam sldx sldm onetoc|onetoc2|onetmp|onepkg oxps xps odt odp ods odg odc odb odf wp|wpd key numbers pages'
)
  .split(' ')
  .filter((extension) => !['js', 'htm|html'].includes(extension));

const UPLOAD_EXTENSION_SET: ReadonlySet<string> = new Set(
  UPLOAD_EXTENSIONS.flatMap((extension) => extension.split('|')),
);

/** Whether a file with this extension may be uploaded. */
function isUploadExtension(extension: string): boolean {
  return UPLOAD_EXTENSION_SET.has(extension.toLowerCase());
}

/** Whether an extension belongs to a known type, regardless of whether it is allowed for uploads. */
function isKnownExtension(extension: string): boolean {
  return isUploadExtension(extension) || ['js', 'htm', 'html', 'swf', 'exe'].includes(extension.toLowerCase());
}

/** Characters that are not allowed in file names. */
export const FORBIDDEN_CHARACTERS: readonly string[] = [
  '?',
  '[',
  ']',
  '/',
  '\\',
  '=',
  '<',
  '>',
  ':',
  ';',
  ',',
  "'",
  '"',
  '&',
  '$',
  '#',
  '*',
  '(',
  ')',
  '|',
  '~',
  '`',
  '!',
  '{',
  '}',
  '%',
  '+',
  '’',
  '«',
  '»',
  '”',
  '“',
  '\0',
];

/**
 * Returns a file name that is safe on every system (`sanitize_file_name`). Special characters are removed, whitespace
 * becomes a dash, and an underscore is added to disallowed extensions in the middle.
 * @param name file name without accents
 */
export function cleanFileName(name: string, special: readonly string[]): string {
  let file = name.replaceAll('\u00a0', ' ');
  for (const character of special) file = file.replaceAll(character, '');
  file = file
    .replaceAll('%20', '-')
    .replaceAll('+', '-')
    .replace(/\.{2,}/g, '.')
    .replace(/[\r\n\t -]+/g, '-');
  file = trim(file, '.-_');
  if (!file.includes('.') && isKnownExtension(file)) file = `unnamed-file.${file}`;
  const parts = file.split('.');
  if (parts.length <= 2) return file;
  const last = parts.pop() ?? '';
  const [first = '', ...middle] = parts;
  const safeParts = middle.map((part) =>
    /^[a-zA-Z]{2,5}\d?$/.test(part) && !isUploadExtension(part) ? `${part}_` : part,
  );
  return [first, ...safeParts, last].join('.');
}
