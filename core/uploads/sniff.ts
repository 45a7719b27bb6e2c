import { isUtf8 } from 'node:buffer';

type ByteTest = (bytes: Buffer) => boolean;

const startsWithBytes =
  (...signature: number[]): ByteTest =>
  (bytes) =>
    signature.every((byte, index) => bytes[index] === byte);
const textAt =
  (offset: number, ...candidates: string[]): ByteTest =>
  (bytes) =>
    candidates.some((candidate) => bytes.toString('latin1', offset, offset + candidate.length) === candidate);
const allOf =
  (...tests: ByteTest[]): ByteTest =>
  (bytes) =>
    tests.every((test) => test(bytes));

/** Signatures of leading bytes, most specific first. */
const SIGNATURES: readonly (readonly [type: string, matches: ByteTest])[] = [
  ['image/png', startsWithBytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', startsWithBytes(0xff, 0xd8, 0xff)],
  ['image/gif', textAt(0, 'GIF87a', 'GIF89a')],
  ['image/webp', allOf(textAt(0, 'RIFF'), textAt(8, 'WEBP'))],
  ['image/avif', textAt(4, 'ftypavif', 'ftypavis')],
  ['image/heic', textAt(4, 'ftypheic', 'ftypheix', 'ftyphevc', 'ftypmif1', 'ftypmsf1')],
  ['image/bmp', allOf(textAt(0, 'BM'), (bytes) => bytes.length > 26 && bytes.readUInt32LE(6) === 0)],
  ['image/tiff', textAt(0, 'II*\0', 'MM\0*')],
  ['image/x-icon', startsWithBytes(0, 0, 1, 0)],
  ['application/pdf', textAt(0, '%PDF-')],
  ['application/zip', textAt(0, 'PK\x03\x04', 'PK\x05\x06')],
  ['application/x-gzip', startsWithBytes(0x1f, 0x8b)],
  ['application/rar', textAt(0, 'Rar!\x1a\x07')],
  ['application/x-7z-compressed', startsWithBytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)],
  ['application/rtf', textAt(0, '{\\rtf')],
  ['application/x-dosexec', textAt(0, 'MZ')],
  ['application/x-executable', textAt(0, '\x7fELF')],
  ['audio/mpeg', textAt(0, 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2')],
  ['audio/aac', textAt(0, '\xff\xf1', '\xff\xf9')],
  ['audio/flac', textAt(0, 'fLaC')],
  ['audio/ogg', textAt(0, 'OggS')],
  ['audio/wav', allOf(textAt(0, 'RIFF'), textAt(8, 'WAVE'))],
  ['audio/midi', textAt(0, 'MThd')],
  ['video/avi', allOf(textAt(0, 'RIFF'), textAt(8, 'AVI '))],
  ['video/mp4', textAt(4, 'ftyp')],
  ['video/quicktime', textAt(4, 'moov', 'mdat', 'free', 'wide')],
  ['video/webm', startsWithBytes(0x1a, 0x45, 0xdf, 0xa3)],
  ['video/x-flv', textAt(0, 'FLV\x01')],
  ['video/mpeg', startsWithBytes(0, 0, 1, 0xba)],
];

/** Content that browsers treat as a page, or as a drawing that can contain scripts. */
const MARKUP =
  /^\s*(?:<\?xml|<!doctype|<!--|<(?:html|head|body|script|svg|iframe|style|table|title|meta|a|img|div|p|h\d|b|br)[\s/>])/i;
/** An SVG drawing, after an optional XML prolog. */
const DRAWING =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<svg[\s>]/i;
/** Number of bytes inspected. */
export const SNIFFED_BYTES = 4096;

/**
 * Returns the type detected from a file's bytes; `application/octet-stream` when it is unknown.
 * @param isSvgExpected whether its name declares an SVG drawing
 */
export function sniffType(bytes: Buffer, isSvgExpected = false): string {
  const head = bytes.subarray(0, SNIFFED_BYTES);
  const known = SIGNATURES.find(([, matches]) => matches(head));
  if (known) return known[0];
  // A multi-byte character may have been truncated.
  const completeBytes = bytes.length <= SNIFFED_BYTES ? head : head.subarray(0, endOfLastCharacter(head));
  if (head.includes(0) || !isUtf8(completeBytes)) return 'application/octet-stream';
  const content = head.toString('utf8').replace(/^\uFEFF/, '');
  if (isSvgExpected && DRAWING.test(content)) return 'image/svg+xml';
  return MARKUP.test(content) ? 'text/html' : 'text/plain';
}

/** Returns the end of the last complete UTF-8 character. */
function endOfLastCharacter(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Math.max(0, end - 1);
}
