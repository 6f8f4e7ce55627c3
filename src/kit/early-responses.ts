declare global {
  interface Window {
    /** Set by src/boot.js. */
    earlyResponses?: { token: string | null; responses: Record<string, Promise<Response>> }
  }
}

/**
 * The response to a GET that index.html has sent before any code was loaded; once, and only for the same token.
 * @returns undefined if there is none, or it failed
 */
export async function takeEarlyResponse(url: string, token: string | null): Promise<Response | undefined> {
  const early = window.earlyResponses
  const response = early?.responses[url]
  if (!early || !response || (token !== null && token !== early.token)) return undefined
  delete early.responses[url]
  return response.catch(() => undefined)
}
