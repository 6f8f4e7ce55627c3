/** Where the browser returns to from a provider. */
interface StoredFlow {
  secret: string
  /** Where to go after a sign-in. */
  to: string | null
}

const keyOf = (state: string) => `single_sign_on:${state}`

/** Sends the browser to a provider. What it needs for the way back stays in this tab. */
export function leaveForProvider(
  { url, state, secret }: { url: string; state: string; secret: string },
  to: string | null = null,
): void {
  sessionStorage.setItem(keyOf(state), JSON.stringify({ secret, to } satisfies StoredFlow))
  window.location.assign(url)
}

/** What was stored for a state, once; null if the flow did not start in this tab. */
export function takeStoredFlow(state: string): StoredFlow | null {
  const stored = sessionStorage.getItem(keyOf(state))
  sessionStorage.removeItem(keyOf(state))
  return stored ? (JSON.parse(stored) as StoredFlow) : null
}

/** What a tab at a provider reports to the tab that opened it. */
type Report = 'stepped-up' | 'tested'

const channelName = 'single-sign-on'

export function sendReport(report: Report): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(report)
  channel.close()
}

/** Calls back on the reports of other tabs. @returns a function that stops it */
export function onReport(listener: (report: Report) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Report>) => listener(data)
  return () => channel.close()
}

/** The page that sends its tab to the provider. */
export const startPath = (organizationId?: string) =>
  organizationId
    ? `/single-sign-on/start?${new URLSearchParams({ test: organizationId })}`
    : '/single-sign-on/start'
