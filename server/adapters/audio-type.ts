/** Signatures of audio containers, at a byte offset. */
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
  /** Without a dot; transcription services detect the format by it. */
  extension: string
}

/** Every MP3 frame starts with eleven set bits and a layer. */
const isMp3Frame = ([first = 0, second = 0]: Uint8Array) =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0

/** Detects the type of a recording by its content; null if it is not audio. */
export function audioTypeOf(audio: Uint8Array): AudioType | null {
  const signature = signatures.find(({ at, bytes }) =>
    bytes.every((byte, index) => audio[at + index] === byte),
  )
  if (signature) return { type: signature.type, extension: signature.extension }
  return isMp3Frame(audio) ? { type: 'audio/mpeg', extension: 'mp3' } : null
}
