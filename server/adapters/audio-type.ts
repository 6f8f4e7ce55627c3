/** What a recording begins with: the signature of its container, from a byte on. */
const signatures = [
  { type: 'audio/webm', extension: 'webm', at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: 'audio/ogg', extension: 'ogg', at: 0, bytes: [0x4f, 0x67, 0x67, 0x53] },
  { type: 'audio/wav', extension: 'wav', at: 8, bytes: [0x57, 0x41, 0x56, 0x45] },
  { type: 'audio/mp4', extension: 'm4a', at: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
  { type: 'audio/flac', extension: 'flac', at: 0, bytes: [0x66, 0x4c, 0x61, 0x43] },
  { type: 'audio/mpeg', extension: 'mp3', at: 0, bytes: [0x49, 0x44, 0x33] },
] as const

export interface AudioType {
  type: (typeof signatures)[number]['type']
  /** Without a dot; services go by it. */
  extension: string
}

/** The eleven set bits and the layer that every frame of an MP3 begins with. */
const isMp3Frame = ([first = 0, second = 0]: Uint8Array) =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0

/** The kind of a recording by what it holds, whatever it is called; null for anything else. */
export function audioTypeOf(audio: Uint8Array): AudioType | null {
  const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => audio[at + index] === byte))
  if (found) return { type: found.type, extension: found.extension }
  return isMp3Frame(audio) ? { type: 'audio/mpeg', extension: 'mp3' } : null
}
