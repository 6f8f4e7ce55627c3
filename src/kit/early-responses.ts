declare global {
  interface Window {
    /** Set by src/boot.js. */
    earlyResponses?: { token: string | null; responses: Record<string, Promise<Response>> } | undefined
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

/**
 * The response to a GET that index.html has sent before any code was loaded; once, and only for the same token.
 * @returns undefined if there is none, or it failed
 */
export async function takeEarlyResponse(url: string, token: string | null): Promise<Response | undefined> {
  const early = globalThis.window?.earlyResponses
  if (!early || (token !== null && token !== early.token)) return undefined
  const key = sorted(url)
  const response = early.responses[key]
  if (!response) return undefined
  delete early.responses[key]
  return response.catch(() => undefined)
}

/** Forgets the responses that the first screen did not ask for, before they are out of date. */
export function discardEarlyResponses(): void {
  window.earlyResponses = undefined
}
