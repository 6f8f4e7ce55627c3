import { token as currentToken } from './token.ts'

/** A GET request that index.html sent before any code was loaded (src/boot.js). */
interface EarlyResponse {
  response: Promise<Response>
  /** The parsed body; undefined if the server refused. */
  reply?: unknown
  /** Epoch milliseconds. */
  repliedAt?: number
}

declare global {
  interface Window {
    earlyResponses?: { token: string | null; responses: Record<string, EarlyResponse> } | undefined
  }
}

/** The URL with its query parameters sorted by name. */
function normalizeUrl(url: string): string {
  const [path, search] = url.split('?')
  if (!search) return url
  const parameters = new URLSearchParams(search)
  parameters.sort()
  return `${path}?${parameters}`
}

/** Returns the early response to a URL, requested with this token, and removes it so that it is used only once. */
function removeEarlyResponse(url: string, token: string | null): EarlyResponse | undefined {
  const early = globalThis.window?.earlyResponses
  if (!early || (token !== null && token !== early.token)) return undefined
  const key = normalizeUrl(url)
  const response = early.responses[key]
  delete early.responses[key]
  return response
}

/** The response to an early GET, once; undefined if there is none, or it failed. */
export const takeEarlyResponse = (
  url: string,
  token: string | null,
): Promise<Response | undefined> | undefined =>
  removeEarlyResponse(url, token)?.response.catch(() => undefined)

/**
 * Options of a query that show the reply to its early GET at once, if it has arrived.
 * @param urlOf called when the query is created
 * @param dataOf converts the reply to the query's data
 */
export function earlyReply<Data>(urlOf: () => string, dataOf: (reply: unknown) => Data) {
  let repliedAt: number | undefined
  return {
    initialData: (): Data | undefined => {
      const all = globalThis.window?.earlyResponses
      const url = all ? urlOf() : ''
      if (!all?.responses[normalizeUrl(url)]?.reply) return undefined
      const early = removeEarlyResponse(url, currentToken.get())
      repliedAt = early?.repliedAt
      return early && dataOf(early.reply)
    },
    initialDataUpdatedAt: () => repliedAt,
  }
}

/** Discards the responses that the first screen did not use, before they become outdated. */
export function discardEarlyResponses(): void {
  window.earlyResponses = undefined
}
