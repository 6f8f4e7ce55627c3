import { framed, gathering } from './frames.ts'

/**
 * The engine's side: answers each message on the standard input by one on the standard output, and ends with its input.
 * @param mostMemory in bytes; above it the process ends after an answer, and is started anew for the next
 */
export async function answering(
  answer: (request: Buffer) => Buffer | Promise<Buffer>,
  mostMemory: number,
): Promise<void> {
  const take = gathering()
  for await (const part of process.stdin) {
    const request = take(part)
    if (!request) continue
    process.stdout.write(framed(await answer(request)))
    if (process.memoryUsage.rss() > mostMemory) break
  }
  process.stdin.destroy()
}
