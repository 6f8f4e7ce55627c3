/** The process of `load-generator.ts`: runs each load that it receives, and sends the outcome. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { percentile } from '../harness.ts'
import type { Load, Outcome } from '../load-generator.ts'

/** Milliseconds between two looks at the clock: a load lasts at most this much longer than asked. */
const sampleMs = 50

/** Each call as often as its weight, so that one of them can be drawn at random. */
const urnOf = ({ calls, headers }: Load) =>
  calls.flatMap(call => {
    const type = call.body && { 'content-type': 'application/json' }
    const one = {
      method: call.method,
      path: call.path,
      headers: { ...(call.headers ?? headers), ...type },
      body: call.body && JSON.stringify(call.body),
      ids: call.ids ?? [''],
    }
    return Array<typeof one>(call.weight ?? 1).fill(one)
  })

const drawFrom = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)] as T

async function run(asked: Load): Promise<Outcome> {
  const { urls, connections, seconds, minBytes = 2 } = asked
  const urn = urnOf(asked)
  const times: number[] = []
  const cpu = process.cpuUsage()
  const begun = performance.now()
  let ended = begun
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const options: autocannon.Options = {
    // An array spreads the connections; the types know only a string.
    url: urls as unknown as string,
    connections,
    duration: seconds,
    sampleInt: sampleMs,
    verifyBody: body => (body?.length ?? 0) >= minBytes,
    requests: [
      {
        setupRequest(request) {
          const { method, path, headers, body, ids } = drawFrom(urn)
          const id = drawFrom(ids)
          const fill = (text: string) => text.replace('{id}', id).replace('{new}', () => randomUUID())
          return { ...request, method, path: fill(path), headers, body: body && fill(body) }
        },
      },
    ],
  }
  const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
  load.on('response', (_client, _status, _bytes, time) => {
    times.push(time)
    ended = performance.now()
  })
  const { non2xx, errors, timeouts, mismatches } = await promise
  const { user, system } = process.cpuUsage(cpu)
  return {
    calls: times.length,
    failed: non2xx + errors + timeouts + mismatches,
    perSecond: (times.length * 1_000) / (ended - begun),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: (user + system) / 1_000,
  }
}

process.on('message', async (load: Load) => process.send?.(await run(load)))
