/** A file type that visitors may fetch without their browser running anything of it. */
interface SafeType {
  readonly type: string;
  readonly extension: string;
  matches(bytes: Buffer): boolean;
}

const starts =
  (...signature: number[]) =>
  (bytes: Buffer): boolean =>
    signature.every((byte, index) => bytes[index] === byte);
const text =
  (offset: number, ...words: string[]) =>
  (bytes: Buffer): boolean =>
    words.some((word) => bytes.subarray(offset, offset + word.length).toString('latin1') === word);

/** What may be uploaded, told by the first bytes. SVG is not among them: it can carry scripts. */
export const SAFE_TYPES: readonly SafeType[] = [
  { type: 'image/png', extension: 'png', matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/jpeg', extension: 'jpg', matches: starts(0xff, 0xd8, 0xff) },
  { type: 'image/gif', extension: 'gif', matches: text(0, 'GIF87a', 'GIF89a') },
  { type: 'image/webp', extension: 'webp', matches: (bytes) => text(0, 'RIFF')(bytes) && text(8, 'WEBP')(bytes) },
  { type: 'image/avif', extension: 'avif', matches: text(4, 'ftypavif', 'ftypavis') },
  { type: 'application/pdf', extension: 'pdf', matches: text(0, '%PDF-') },
];
