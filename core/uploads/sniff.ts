import { isUtf8 } from 'node:buffer';

type Test = (bytes: Buffer) => boolean;

const starts =
  (...signature: number[]): Test =>
  (bytes) =>
    signature.every((byte, index) => bytes[index] === byte);
const text =
  (offset: number, ...candidates: string[]): Test =>
  (bytes) =>
    candidates.some((candidate) => bytes.toString('latin1', offset, offset + candidate.length) === candidate);
const both =
  (...tests: Test[]): Test =>
  (bytes) =>
    tests.every((test) => test(bytes));

/** Signatures of leading bytes, most specific first. */
const SIGNATURES: readonly (readonly [type: string, matches: Test])[] = [
  ['image/png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', starts(0xff, 0xd8, 0xff)],
  ['image/gif', text(0, 'GIF87a', 'GIF89a')],
  ['image/webp', both(text(0, 'RIFF'), text(8, 'WEBP'))],
  ['image/avif', text(4, 'ftypavif', 'ftypavis')],
  ['image/heic', text(4, 'ftypheic', 'ftypheix', 'ftyphevc', 'ftypmif1', 'ftypmsf1')],
  ['image/bmp', both(text(0, 'BM'), (bytes) => bytes.length > 26 && bytes.readUInt32LE(6) === 0)],
  ['image/tiff', text(0, 'II*\0', 'MM\0*')],
  ['image/x-icon', starts(0, 0, 1, 0)],
  ['application/pdf', text(0, '%PDF-')],
  ['application/zip', text(0, 'PK\x03\x04', 'PK\x05\x06')],
  ['application/x-gzip', starts(0x1f, 0x8b)],
  ['application/rar', text(0, 'Rar!\x1a\x07')],
  ['application/x-7z-compressed', starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)],
  ['application/rtf', text(0, '{\\rtf')],
  ['application/x-dosexec', text(0, 'MZ')],
  ['application/x-executable', text(0, '\x7fELF')],
  ['audio/mpeg', text(0, 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2')],
  ['audio/aac', text(0, '\xff\xf1', '\xff\xf9')],
  ['audio/flac', text(0, 'fLaC')],
  ['audio/ogg', text(0, 'OggS')],
  ['audio/wav', both(text(0, 'RIFF'), text(8, 'WAVE'))],
  ['audio/midi', text(0, 'MThd')],
  ['video/avi', both(text(0, 'RIFF'), text(8, 'AVI '))],
  ['video/mp4', text(4, 'ftyp')],
  ['video/quicktime', text(4, 'moov', 'mdat', 'free', 'wide')],
  ['video/webm', starts(0x1a, 0x45, 0xdf, 0xa3)],
  ['video/x-flv', text(0, 'FLV\x01')],
  ['video/mpeg', starts(0, 0, 1, 0xba)],
];

/** Content that browsers treat as a page, or as a drawing that can contain scripts. */
const MARKUP =
  /^\s*(?:<\?xml|<!doctype|<!--|<(?:html|head|body|script|svg|iframe|style|table|title|meta|a|img|div|p|h\d|b|br)[\s/>])/i;
/** An SVG drawing, after an optional XML prolog. */
const DRAWING =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<svg[\s>]/i;
/** Number of bytes inspected. */
export const SNIFFED = 4096;

/**
 * Returns the type detected from a file's bytes; `application/octet-stream` when it is unknown.
 * @param asDrawing whether its name declares an SVG drawing
 */
export function sniffType(bytes: Buffer, asDrawing = false): string {
  const head = bytes.subarray(0, SNIFFED);
  const known = SIGNATURES.find(([, matches]) => matches(head));
  if (known) return known[0];
  // A multi-byte character may have been truncated.
  const completeBytes = bytes.length <= SNIFFED ? head : head.subarray(0, lastWhole(head));
  if (head.includes(0) || !isUtf8(completeBytes)) return 'application/octet-stream';
  const phrase = head.toString('utf8').replace(/^\uFEFF/, '');
  if (asDrawing && DRAWING.test(phrase)) return 'image/svg+xml';
  return MARKUP.test(phrase) ? 'text/html' : 'text/plain';
}

/** Returns the end of the last complete UTF-8 character. */
function lastWhole(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Math.max(0, end - 1);
}
