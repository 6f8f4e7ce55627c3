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
  let received = 0
  let end = Number.POSITIVE_INFINITY
  return part => {
    parts.push(part)
    received += part.length
    if (received >= 4 && end === Number.POSITIVE_INFINITY) end = 4 + Buffer.concat(parts).readUInt32BE()
    if (received < end) return null
    const content = Buffer.concat(parts).subarray(4, end)
    parts = []
    received = 0
    end = Number.POSITIVE_INFINITY
    return content
  }
}

/**
 * The engine's side of the protocol: answers each message on stdin with one on stdout, and exits when stdin closes.
 * @param maxMemory in bytes; above it the process exits after an answer and is restarted for the next request
 */
export async function serveEngine(
  handle: (request: Buffer) => Buffer | Promise<Buffer>,
  maxMemory: number,
): Promise<void> {
  const take = createFrameReader()
  for await (const part of process.stdin) {
    const request = take(part)
    if (!request) continue
    process.stdout.write(encodeFrame(await handle(request)))
    if (process.memoryUsage.rss() > maxMemory) break
  }
  process.stdin.destroy()
}
