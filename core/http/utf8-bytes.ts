const encoder = new TextEncoder();

/** A text as bytes. Pages are put together of thousands of pieces, which `Buffer.from` goes through twice. */
export function utf8Bytes(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text);
  return Buffer.from(buffer, byteOffset, byteLength);
}
