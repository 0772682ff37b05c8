/** The tags of an FLV file (FLV 10.1 Annex E.3). */
export function flvTags(file: Buffer): { type: number; timestampMs: number; body: Buffer }[] {
  const tags = []
  for (let position = file.readUInt32BE(5) + 4; position + 11 <= file.length; ) {
    const length = file.readUIntBE(position + 1, 3)
    tags.push({
      type: file[position]!,
      timestampMs: file.readUIntBE(position + 4, 3) + file[position + 7]! * 0x1000000,
      body: file.subarray(position + 11, position + 11 + length),
    })
    position += 11 + length + 4
  }
  return tags
}
