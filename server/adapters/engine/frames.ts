/** A message to or from an engine: how many bytes it has (32 bits, big-endian), and the bytes. */
export function framed(content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/**
 * Puts the parts of messages together as they come; tells a message once it is whole, and null before. The next one may
 * be sent only after that.
 */
export function gathering(): (part: Buffer) => Buffer | null {
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
