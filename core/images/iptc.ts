/** Reads the second record of IPTC: texts by the numbers of their fields, such as 105 for the headline. */
export function readIptc(bytes: Buffer): ReadonlyMap<number, readonly string[]> {
  const fields = new Map<number, string[]>();
  for (let at = 0; at + 5 <= bytes.length;) {
    if (bytes[at] !== 0x1c) {
      at += 1;
      continue;
    }
    const [record, field, size] = [bytes[at + 1], bytes[at + 2] ?? 0, bytes.readUInt16BE(at + 3)];
    const end = at + 5 + size;
    // A length past the end, or one of the long form, is nobody's caption.
    if (size > 0x7fff || end > bytes.length) break;
    if (record === 2) fields.set(field, [...(fields.get(field) ?? []), bytes.toString('utf8', at + 5, end).trim()]);
    at = end;
  }
  return fields;
}
