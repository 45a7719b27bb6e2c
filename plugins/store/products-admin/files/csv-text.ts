/** What spreadsheets write that do not write UTF-8: Excel in Polish. */
const OTHER = 'windows-1250';
/** Letters of no text in that encoding: bytes that mean nothing there, and a dot that stands above nothing. */
const NO_TEXT = /[\0\u0081\u0083\u0088\u0090\u0098\u02d9]/;

/** Reads bytes as text, piece after piece: UTF-8, or else, where that cannot be meant, Windows' encoding of Polish. @throws TypeError when it is neither */
export function createCsvText(): (piece: Buffer | string) => string {
  let decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isPlain = true;
  /** A letter that the piece before cut in two. */
  let rest: Buffer = Buffer.alloc(0);

  function other(bytes: Buffer): string {
    const text = decoder.decode(bytes, { stream: true });
    if (NO_TEXT.test(text)) throw new TypeError('The bytes are no text.');
    return text;
  }

  return (piece) => {
    if (typeof piece === 'string') return piece;
    if (!isUtf8) return other(piece);
    try {
      const text = decoder.decode(piece, { stream: true });
      isPlain &&= !/[^\0-\u007f]/.test(text);
      rest = piece.subarray(piece.findLastIndex((byte) => byte < 0x80) + 1);
      return text;
    } catch (error) {
      // Letters of UTF-8 stood there already, so it is meant, and broken.
      if (!isPlain) throw error;
      decoder = new TextDecoder(OTHER);
      isUtf8 = false;
      return other(Buffer.concat([rest, piece]));
    }
  };
}
