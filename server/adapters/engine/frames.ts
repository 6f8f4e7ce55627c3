/** Length-prefixed message: 32-bit big-endian byte count, then the bytes. */
export function encodeFrame(content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/**
 * Reassembles a message from chunks: returns it once complete, null before. Supports one message in flight.
 */
export function createFrameReader(): (part: Buffer) => Buffer | null {
  let parts: Buffer[] = []
  let read = 0
  let end = Number.POSITIVE_INFINITY
  return part => {
    parts.push(part)
    read += part.length
    if (read >= 4 && end === Number.POSITIVE_INFINITY) end = 4 + Buffer.concat(parts).readUInt32BE()
    if (read < end) return null
    const content = Buffer.concat(parts).subarray(4, end)
    parts = []
    read = 0
    end = Number.POSITIVE_INFINITY
    return content
  }
}
