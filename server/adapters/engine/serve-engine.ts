import { createFrameReader, encodeFrame } from './frames.ts'

/**
 * The engine's side of the protocol: answers each message on stdin with one on stdout, and exits when stdin closes.
 * @param maxMemory in bytes; above it the process exits after an answer and is restarted for the next request
 */
export async function serveEngine(
  answer: (request: Buffer) => Buffer | Promise<Buffer>,
  maxMemory: number,
): Promise<void> {
  const take = createFrameReader()
  for await (const part of process.stdin) {
    const request = take(part)
    if (!request) continue
    process.stdout.write(encodeFrame(await answer(request)))
    if (process.memoryUsage.rss() > maxMemory) break
  }
  process.stdin.destroy()
}
