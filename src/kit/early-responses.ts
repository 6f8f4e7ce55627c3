import { token as currentToken } from './token.ts'

/** A GET that index.html has sent before any code was loaded (src/boot.js). */
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

/** The URL with its parameters in the order of their names. */
function sorted(url: string): string {
  const [path, search] = url.split('?')
  if (!search) return url
  const parameters = new URLSearchParams(search)
  parameters.sort()
  return `${path}?${parameters}`
}

/** Removes and returns what was sent for a URL with a token. */
function take(url: string, token: string | null): EarlyResponse | undefined {
  const early = globalThis.window?.earlyResponses
  if (!early || (token !== null && token !== early.token)) return undefined
  const key = sorted(url)
  const response = early.responses[key]
  delete early.responses[key]
  return response
}

/** The response to an early GET, once; undefined if there is none, or it failed. */
export const takeEarlyResponse = (
  url: string,
  token: string | null,
): Promise<Response | undefined> | undefined => take(url, token)?.response.catch(() => undefined)

/**
 * Options of a query that show the reply to its early GET at once, if it has arrived.
 * @param urlOf called when the query is created
 * @param dataOf converts the reply to the query's data
 */
export function earlyReply<Data>(urlOf: () => string, dataOf: (reply: unknown) => Data) {
  let repliedAt: number | undefined
  return {
    initialData: (): Data | undefined => {
      const early = globalThis.window?.earlyResponses
      const url = early ? urlOf() : ''
      if (!early?.responses[sorted(url)]?.reply) return undefined
      const taken = take(url, currentToken.get())
      repliedAt = taken?.repliedAt
      return taken && dataOf(taken.reply)
    },
    initialDataUpdatedAt: () => repliedAt,
  }
}

/** Forgets the responses that the first screen did not ask for, before they are out of date. */
export function discardEarlyResponses(): void {
  window.earlyResponses = undefined
}
