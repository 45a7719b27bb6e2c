/**
 * File name endings that uploads may have (`get_allowed_mime_types`, without `swf`, `exe` and the
 * like). Several endings of one type are separated by `|`.
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

const KNOWN: ReadonlySet<string> = new Set(UPLOAD_EXTENSIONS.flatMap((extension) => extension.split('|')));

/** Whether a file with this ending may be uploaded. */
export function isUploadExtension(extension: string): boolean {
  return KNOWN.has(extension.toLowerCase());
}

/** Whether this is the ending of any known type, allowed for upload or not. */
export function isKnownExtension(extension: string): boolean {
  return isUploadExtension(extension) || ['js', 'htm', 'html', 'swf', 'exe'].includes(extension.toLowerCase());
}
