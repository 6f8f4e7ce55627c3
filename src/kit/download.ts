import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Given, request } from './call.ts'

/**
 * Saves what an endpoint streams as a file.
 * @param progress is told the bytes received so far.
 * @throws as {@link request} does, and when the stream breaks off: half a file is not saved.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  given: Given<E>,
  name: string,
  progress: (bytes: number) => void,
): Promise<void> {
  const response = await request(endpoint, given)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of chunksOf(response)) {
    parts.push(part)
    bytes += part.byteLength
    progress(bytes)
  }
  const url = URL.createObjectURL(new Blob(parts, { type: response.headers.get('content-type') ?? '' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has taken the file over once the click is handled.
  setTimeout(URL.revokeObjectURL, 0, url)
}

/** A response's body, part by part; not every browser iterates streams. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    yield part.value
  }
}
