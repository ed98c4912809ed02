/** Encodes a length-delimited protobuf field by hand, so that a list is joined from items already encoded. */
export function lengthDelimited(fieldNumber: number, bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const header = [...varint((fieldNumber << 3) | 2), ...varint(bytes.length)];
  return [Uint8Array.from(header), bytes];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}
