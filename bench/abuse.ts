/**
 * `npm run bench:abuse`: unread exports, slow and hostile uploads, hanging webhooks and guessed passwords at once, and
 * how long sign-in, health, a button event and the alert queue of others take meanwhile. `-- --seconds=20 --exports=100`.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { alerts } from '#contract/alerts/alerts.ts'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { auth } from '#contract/identity/auth.ts'
import { health } from '#contract/platform/system.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { benchmark, type Measured, ms, percentile } from './harness.ts'
import { atSteadyRate, callerFrom } from './login-storm/caller.ts'
import { launch, owner } from './server.ts'

const guessers = fileURLToPath(new URL('./login-storm/guessers.ts', import.meta.url))
const deviceKey = `vdd_${'a'.repeat(32)}`
const alarms = 40

/**
 * 40 MB of activity logs to export, and two customers: one with a pendant whose alarms are measured, and one
 * whose webhooks hang.
 */
const filling = [
  `insert into activity_logs (organization_id, id, "timestamp", action, resource_type, source, details)
    select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), now() - make_interval(secs => n), 'padding',
      'devices', 'server', jsonb_build_object('note', repeat('x', 4000)) from generate_series(1, 10000) n`,
  `insert into organizations (id, name, kind, region) values
    ('00000000-0000-7000-8000-00000000000a', 'Calm', 'household', 'Europe'),
    ('00000000-0000-7000-8000-00000000000b', 'Hanging', 'household', 'Europe')`,
  `insert into people (id, role, organization_id, name, username) values
    ('00000000-0000-7000-8000-0000000000a1', 'elderly_user', '00000000-0000-7000-8000-00000000000a', 'Calm', 'calm'),
    ('00000000-0000-7000-8000-0000000000b1', 'elderly_user', '00000000-0000-7000-8000-00000000000b', 'Hanging', 'hanging')`,
  `insert into devices (id, organization_id, person_id, name, serial, kind, status, key_hash) values
    (gen_random_uuid(), '00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-0000000000a1', 'Pendant',
      'ABUSE-1', 'pendant', 'online', sha256('${deviceKey}'::bytea))`,
]

/** A server that takes every request and never answers. */
async function openHangingServer() {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Asks for exports and reads none of them. */
function exportUnread(url: string, token: string, count: number): Socket[] {
  const { port } = new URL(url)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.once('data', () => socket.pause())
    socket.write(
      `GET /api/activity-logs?action=padding&_format=csv HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    return socket
  })
}

/** Uploads 7.9 MB of commas again and again, and opens uploads that trickle. */
function uploadHostile(url: string, token: string, until: AbortSignal) {
  const options = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  }
  const path = `${url}/api/imports?resource=devices&name=x`
  const commas = Buffer.alloc(7_900_000, ',')
  const trickling = Array.from({ length: 20 }, () => {
    const upload = request(path, { ...options, headers: { ...options.headers, 'content-length': 7_000_000 } })
    upload.on('error', () => {})
    const timer = setInterval(() => upload.write('x'), 100)
    until.addEventListener('abort', () => {
      clearInterval(timer)
      upload.destroy()
    })
    return upload
  })
  async function repeat() {
    while (!until.aborted)
      await fetch(path, { ...options, body: commas, signal: until })
        .then(response => response.text())
        .catch(() => {})
  }
  void repeat()
  return trickling
}

/** What others meet: each call a number of times a second. */
async function measure(url: string, token: string, seconds: number) {
  const home = callerFrom('127.0.0.1', url)
  const credentials = { email: owner.username, password: owner.password }
  const [signIn, ready, button, queue] = await Promise.all([
    atSteadyRate(0.5, seconds, () => home.ask(auth.login, credentials)),
    atSteadyRate(10, seconds, () => home.ask(health.ready)),
    atSteadyRate(2, seconds, () =>
      home.ask(deviceEvents.ingest, { type: 'button', event_id: randomUUID() }, deviceKey),
    ),
    atSteadyRate(5, seconds, () => home.ask(alerts.queue, undefined, token)),
  ])
  home.leave()
  return { signIn, ready, button, queue }
}

type Met = Awaited<ReturnType<typeof measure>>

const rowsOf = (when: string, met: Met): Measured[] =>
  Object.entries(met).map(([call, responses]) => {
    const failed = responses.filter(({ status }) => status >= 400)
    const took = responses.map(({ took }) => took)
    return {
      when,
      call,
      'p50 ms': ms(percentile(took, 0.5)),
      'p99 ms': ms(percentile(took, 0.99)),
      failed: failed.length,
    }
  })

export default benchmark({
  name: 'abuse',
  about:
    'sign-in, health, alarms and the alert queue during unread exports, hostile uploads, hanging webhooks and password guessing',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        seconds: { type: 'string', default: '20' },
        exports: { type: 'string', default: '100' },
      },
    })
    const seconds = Number(values.seconds)
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-abuse-'))
    const hanging = await openHangingServer()
    const { url, stop } = await launch(folder, {
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_FACTOR: '1',
      ALLOW_PRIVATE_WEBHOOKS: '1',
    })
    const client = new pg.Client({ connectionString: (await findRunningServer(folder)) as string })
    const over = new AbortController()
    const home = callerFrom('127.0.0.1', url)
    try {
      await client.connect()
      for (const statement of filling) await client.query(statement)
      const { text } = await home.ask(auth.login, { email: owner.username, password: owner.password })
      const { access_token } = JSON.parse(text) as { access_token: string }
      for (let n = 0; n < 20; n++)
        await home.ask(
          pushNotifications.addChannel,
          {
            kind: 'webhook',
            url: `${hanging.url}/${n}`,
            organization_id: '00000000-0000-7000-8000-00000000000b',
          },
          access_token,
        )
      await measure(url, access_token, 3)
      const calm = await measure(url, access_token, seconds)
      log('attacking')
      const unread = exportUnread(url, access_token, Number(values.exports))
      const trickling = uploadHostile(url, access_token, over.signal)
      for (let n = 0; n < alarms; n++)
        await home.ask(
          alerts.ingest,
          { event_id: randomUUID(), user_id: '00000000-0000-7000-8000-0000000000b1', type: 'sos' },
          access_token,
        )
      const storm = fork(guessers, [url, 'somebody', '200', '20', values.seconds])
      const attacked = await measure(url, access_token, seconds)
      storm.kill()
      for (const one of [...unread, ...trickling]) one.destroy()
      return [...rowsOf('calm', calm), ...rowsOf('attacked', attacked)]
    } finally {
      over.abort()
      home.leave()
      hanging.close()
      await client.end()
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})
