import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { guardAddress } from './outgoing-address.ts'

/** Maximum size of a response in bytes. */
const maxBytes = 1_048_576

/** The part of `fetch` that protocol libraries use. */
interface Options {
  method?: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** Whether a response with this status may have a body, by the Fetch Standard. */
const mayHaveBody = (status: number) => ![101, 103, 204, 205, 304].includes(status)

/**
 * `fetch` for addresses that customers configure: follows no redirects, limits the size of the response, and unless
 * allowed refuses private addresses. Node's own cannot check the address that it connects to.
 */
export const guardedFetch =
  (allowPrivate: boolean) =>
  async (url: string, { method = 'GET', headers, body, signal }: Options): Promise<Response> => {
    const guarded = guardAddress(url, allowPrivate)
    const request = new URL(url).protocol === 'https:' ? overHttps : overHttp
    return new Promise((done, fail) => {
      const outgoing = request(url, { method, headers, agent: false, ...(signal && { signal }), ...guarded })
      outgoing.on('error', fail)
      outgoing.on('response', async response => {
        try {
          const chunks: Buffer[] = []
          let size = 0
          for await (const chunk of response as AsyncIterable<Buffer>) {
            size += chunk.length
            if (size > maxBytes) throw new Error(`the response exceeds ${maxBytes} bytes`)
            chunks.push(chunk)
          }
          const status = response.statusCode ?? 502
          done(
            new Response(mayHaveBody(status) ? Buffer.concat(chunks) : null, {
              status,
              headers: { 'content-type': response.headers['content-type'] ?? '' },
            }),
          )
        } catch (error) {
          outgoing.destroy()
          fail(error)
        }
      })
      outgoing.end(body === undefined || body === null ? undefined : String(body))
    })
  }
