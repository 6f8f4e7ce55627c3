import { createSocket } from 'node:dgram'
import dns, { type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { byNameServer, rememberNames, toLookup } from '#server/adapters/names.ts'

const one = [{ address: '192.0.2.1', family: 4 }]
const two = [{ address: '192.0.2.2', family: 4 }]
const minute = 60_000

/** A name service that a test answers for. */
function nameService() {
  let clock = 0
  const pass = (ms: number) => {
    clock += ms
  }
  const asked: { host: string; answer(addresses: LookupAddress[]): void; fail(code: string): void }[] = []
  const resolve = rememberNames(
    host =>
      new Promise((answer, reject) =>
        asked.push({ host, answer, fail: code => reject(Object.assign(new Error(code), { code })) }),
      ),
    () => clock,
  )
  return { asked, resolve: (host: string) => resolve(host, {}), pass }
}

describe('a name', () => {
  test('is looked up once by all who ask meanwhile, and again after five seconds', async () => {
    const { asked, resolve, pass } = nameService()
    const answers = [resolve('hooks.example'), resolve('hooks.example')]
    asked[0]?.answer(one)
    expect(await Promise.all(answers)).toEqual([one, one])
    pass(4_000)
    expect(await resolve('hooks.example')).toEqual(one)
    expect(asked).toHaveLength(1)
    pass(2_000)
    const later = resolve('hooks.example')
    asked[1]?.answer(two)
    expect(await later).toEqual(two)
  })

  test('keeps its last address while the name server does not answer, without waiting twice', async () => {
    const { asked, resolve, pass } = nameService()
    const first = resolve('hooks.example')
    asked[0]?.answer(one)
    await first
    pass(minute)
    const waiting = resolve('hooks.example')
    const begun = performance.now()
    expect(await waiting).toEqual(one)
    expect(performance.now() - begun).toBeLessThan(1_500)
    pass(2_000)
    expect(await resolve('hooks.example')).toEqual(one)
    expect(asked).toHaveLength(2)
    asked[1]?.fail('EAI_AGAIN')
    pass(60 * minute)
    const forgotten = resolve('hooks.example')
    asked[2]?.fail('EAI_AGAIN')
    await expect(forgotten).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  })

  test('that was never resolved fails after two seconds, and then at once', async () => {
    const { asked, resolve, pass } = nameService()
    const waiting = expect(resolve('away.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
    await waiting
    pass(2_000)
    await expect(resolve('away.example')).rejects.toMatchObject({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
    expect(asked).toHaveLength(1)
  })

  test('that is gone is not remembered', async () => {
    const { asked, resolve, pass } = nameService()
    const first = resolve('hooks.example')
    asked[0]?.answer(one)
    await first
    pass(minute)
    const gone = resolve('hooks.example')
    asked[1]?.fail('ENOTFOUND')
    await expect(gone).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

test('a look-up is taken by connections, with one address and with all', async () => {
  const lookup = toLookup(async host => {
    if (host === 'away.example') throw Object.assign(new Error('away'), { code: 'EAI_AGAIN' })
    return [{ address: '127.0.0.1', family: 4 }]
  })
  for (const autoSelectFamily of [true, false]) {
    const [refused] = await once(
      connect({ host: 'here.example', port: 1, lookup, autoSelectFamily }),
      'error',
    )
    expect(refused).toMatchObject({ code: 'ECONNREFUSED', address: '127.0.0.1' })
    const [away] = await once(connect({ host: 'away.example', port: 1, lookup, autoSelectFamily }), 'error')
    expect(away).toMatchObject({ code: 'EAI_AGAIN' })
  }
})

test('the names of customers are asked for all at once: a name server that does not answer holds up none of them', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const asked = new Set<number>()
  silent.on('message', (_message, { port }) => asked.add(port))
  const { prototype } = dns.promises.Resolver
  for (const method of ['resolve4', 'resolve6'] as const) {
    const original = prototype[method] as (host: string) => Promise<string[]>
    const asking = vi.spyOn(prototype, method).mockImplementation(async function (
      this: dns.promises.Resolver,
      host: string,
    ) {
      this.setServers([`127.0.0.1:${silent.address().port}`])
      return original.call(this, host)
    } as never)
    onTestFinished(() => asking.mockRestore())
  }
  const lookups = Array.from({ length: 20 }, (_, index) =>
    byNameServer(`hook-${index}.example`, {}).catch((error: NodeJS.ErrnoException) => error.code),
  )
  await pause(500)
  expect(asked.size).toBeGreaterThanOrEqual(20)
  expect(new Set(await Promise.all(lookups))).toEqual(new Set(['EAI_AGAIN']))
})
