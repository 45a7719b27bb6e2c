/** Returns width and height of an image in pixels, read from its first bytes; null when unknown. */
export function imageSize(bytes: Buffer): { width: number; height: number } | null {
  try {
    const size =
      readPngSize(bytes) ?? readGifSize(bytes) ?? readWebpSize(bytes) ?? readJpegSize(bytes) ?? readAvifSize(bytes);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Size = { width: number; height: number } | undefined;

function readPngSize(bytes: Buffer): Size {
  return bytes.readUInt32BE(0) === 0x89504e47
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;
}

function readGifSize(bytes: Buffer): Size {
  return bytes.toString('latin1', 0, 4) === 'GIF8'
    ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined;
}

function readWebpSize(bytes: Buffer): Size {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
    }
    default:
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
}

function readJpegSize(bytes: Buffer): Size {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let offset = 2; offset < bytes.length - 9; offset += 2 + bytes.readUInt16BE(offset + 2)) {
    const marker = bytes.readUInt16BE(offset);
    // The frame header of every encoding contains the size; three markers in this range are tables instead.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    if (marker < 0xff00) return undefined;
  }
  return undefined;
}

function readAvifSize(bytes: Buffer): Size {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const boxStart = bytes.indexOf('ispe', 0, 'latin1');
  return boxStart < 0
    ? undefined
    : { width: bytes.readUInt32BE(boxStart + 8), height: bytes.readUInt32BE(boxStart + 12) };
}
