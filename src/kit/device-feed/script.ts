/**
 * The device event feed for third-party pages, wired to elements by id; built as `/device-feed.js`. See
 * docs/device-feed.md.
 */
import type { DeviceEvent } from '#contract/devices/device-events.ts'
import { createFeed, type FeedState } from './feed.ts'

const own = document.currentScript as HTMLScriptElement
const server = own.dataset.server ?? new URL(own.src).origin
const tokenKey = 'jwt_token'
const apiKeyKey = 'device_api_key'

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E | null

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const apiKey = () => localStorage.getItem(apiKeyKey)
const token = () => localStorage.getItem(tokenKey) ?? apiKey()

async function ask(path: string, body?: unknown) {
  const bearer = localStorage.getItem(tokenKey)
  const key = apiKey()
  const response = await fetch(server + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(key && { 'x-api-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply = await response.json().catch(() => ({}))
  if (!response.ok) throw new Refusal(response.status, reply.detail ?? response.statusText)
  return reply
}

function cell(text: string) {
  const made = document.createElement('td')
  made.textContent = text
  return made
}

function rowOf({ ts, device_id, type, battery }: DeviceEvent) {
  const row = document.createElement('tr')
  row.append(
    cell(device_id),
    cell(type),
    cell(battery === null ? '–' : `${battery}%`),
    cell(new Date(ts).toLocaleString()),
  )
  return row
}

function show({ events, mode }: FeedState) {
  const live = byId('deviceFeedStatus')
  if (live) live.textContent = { starting: '', live: 'Live', polling: 'Polling', stopped: 'Stopped' }[mode]
  byId('deviceEvents')?.replaceChildren(...(events ?? []).map(rowOf))
}

/** Form values: `number` inputs as numbers, empty inputs omitted. */
const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, text]) => {
      if (typeof text !== 'string' || text === '') return []
      const field = form.elements.namedItem(name)
      const isNumber = field instanceof HTMLInputElement && field.type === 'number'
      return [[name, isNumber ? Number(text) : text]]
    }),
  )

async function send(path: string, body: unknown, done: string) {
  try {
    await ask(path, body)
    alert(done)
  } catch (error) {
    alert(`Failed: ${(error as Error).message}`)
  }
}

function onSubmit(
  id: string,
  path: string,
  done: string,
  bodyOf = (values: Record<string, unknown>) => values,
) {
  const form = byId<HTMLFormElement>(id)
  form?.addEventListener('submit', event => {
    event.preventDefault()
    void send(path, bodyOf(valuesOf(form)), done)
  })
}

function wire() {
  byId('sendTestEvent')?.addEventListener('click', () => {
    const device_id = byId<HTMLInputElement>('deviceId')?.value
    const event = { device_id, type: 'test', ts: new Date().toISOString() }
    void send('/api/device/event', event, 'Test event sent ✓')
  })
  byId('triggerTestAlert')?.addEventListener('click', () => {
    const device_id = byId<HTMLInputElement>('deviceId')?.value
    void send('/api/alerts/ingest', { device_id, type: 'test', test: true }, 'Test alert sent ✓')
  })
  onSubmit('profileForm', '/api/profile/upsert', 'Profile upserted ✓')
  onSubmit('wellnessForm', '/api/wellness/log', 'Wellness logged ✓', ({ user_id, kind, ...value }) => ({
    user_id,
    kind,
    value,
  }))
  byId('saveApiKey')?.addEventListener('click', () => {
    const key = byId<HTMLInputElement>('apiKey')?.value.trim()
    if (!key) return alert('Please enter an API key')
    localStorage.setItem(apiKeyKey, key)
    alert('API key saved successfully')
  })
  byId('clearApiKey')?.addEventListener('click', () => {
    localStorage.removeItem(apiKeyKey)
    alert('API key cleared')
  })
}

const feed = createFeed({
  token,
  newest: async () => (await ask('/api/device/events?limit=20')).events,
  address: async last => {
    const query = new URLSearchParams({ token: token() ?? '', ...(last && { last_event_id: last }) })
    return `${server}/api/device/events/stream?${query}`
  },
  open: address => new EventSource(address),
  statusOf: error => (error instanceof Refusal ? error.status : undefined),
  store: localStorage,
  onStateChange: show,
})

wire()
feed.start()
