import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const resolved = vi.hoisted(() => ({ answers: [] as LookupAddress[][], asked: 0 }))

/** Names resolve to what a test says, another time to something else. */
vi.mock('#server/adapters/names.ts', async original => ({
  ...(await original<typeof import('#server/adapters/names.ts')>()),
  byNameServer: async () => {
    resolved.asked += 1
    return resolved.answers.shift() ?? []
  },
}))
// Another file of this process may have loaded the module with the real names.
vi.resetModules()
const { Undeliverable } = await import('#server/adapters/channels/channel.ts')
const { assertAccepted, post } = await import('#server/adapters/channels/post.ts')
const { isPublicAddress } = await import('#server/adapters/outgoing-address.ts')

beforeEach(() => Object.assign(resolved, { answers: [], asked: 0 }))

const v4 = (...addresses: string[]) => addresses.map(address => ({ address, family: 4 }))
const send = (url: string, allowPrivate = false) => post({ url, headers: {}, body: '{}', allowPrivate })

/** A server of the own network. @returns its address, and who was asked for what. */
async function inside(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, asked }
}

describe('an address in a private network', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '１２７.０.０.１',
    '127。0。0。1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '100.100.100.200',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::7f00:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    'user:password@127.0.0.1',
  ]

  test.for(hosts)('is not posted to as %s', async host => {
    const { port, asked } = await inside((_, response) => response.end())
    await expect(send(`http://${host}:${port}/`)).rejects.toThrow(Undeliverable)
    expect(asked).toEqual([])
  })

  test('is not reached by a name, nor by one of several addresses of a name', async () => {
    const { port, asked } = await inside((_, response) => response.end())
    for (const addresses of [
      v4('127.0.0.1'),
      v4('93.184.215.14', '127.0.0.1'),
      [{ address: '::1', family: 6 }],
    ]) {
      resolved.answers = [addresses]
      // Each time another name: the answers are remembered for a while.
      await expect(
        send(`http://hooks-${addresses.length}${addresses[0]?.family}.example:${port}/`),
      ).rejects.toThrow(Undeliverable)
    }
    expect(asked).toEqual([])
  })

  test('is not reached by DNS rebinding: the checked address is the one connected to', async () => {
    const { port, asked } = await inside((_, response) => response.end())
    // The documentation's network is inside for us, so the first answer is refused before a second is asked for.
    resolved.answers = [v4('192.0.2.1'), v4('127.0.0.1')]
    await expect(send(`http://hooks.example:${port}/`)).rejects.toThrow(Undeliverable)
    expect(resolved.asked).toBe(1)
    expect(asked).toEqual([])
  })

  test('is not reached by a redirect', async () => {
    const secret = await inside((_, response) => response.end('secret'))
    const hook = await inside((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${secret.port}/` }).end(),
    )
    const answer = await send(`http://127.0.0.1:${hook.port}/`, true)
    expect(answer.status).toBe(307)
    expect(() => assertAccepted(answer)).toThrow(Undeliverable)
    expect(hook.asked).toHaveLength(1)
    expect(secret.asked).toEqual([])
  })
})

describe('a response', () => {
  const outcome = (status: number) => {
    try {
      return assertAccepted({ status, text: 'said' })
    } catch (error) {
      return error instanceof Undeliverable ? 'never' : 'later'
    }
  }
  test('is a success with a 2xx status', () =>
    expect([200, 204, 299].map(outcome)).toEqual(['200 said', '204 said', '299 said']))
  test('is retried where that may help', () =>
    expect([408, 425, 429, 500, 503].map(outcome)).toEqual(Array(5).fill('later')))
  test('is final otherwise', () =>
    expect([300, 400, 401, 404, 410, 499].map(outcome)).toEqual(Array(6).fill('never')))
})

test('only globally assigned addresses are public', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700::1111'])
    expect(isPublicAddress(address)).toBe(true)
  for (const address of [
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    'fe80::1%eth0',
  ])
    expect(isPublicAddress(address)).toBe(false)
})

test('a long response is truncated', async () => {
  const { port } = await inside((_, response) => response.end('x'.repeat(1_000_000)))
  expect((await send(`http://127.0.0.1:${port}/`, true)).text).toHaveLength(500)
})

test('a response without end is not read to its end', async () => {
  const closed = Promise.withResolvers<void>()
  const { port } = await inside((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    response.on('close', closed.resolve)
    write()
  })
  expect(await send(`http://127.0.0.1:${port}/`, true)).toMatchObject({ status: 200, text: 'x'.repeat(500) })
  await closed.promise
})

describe('a kept connection', () => {
  /** A receiver that closes connections without an answer when it is told to. */
  async function receiver() {
    const state = { isClosing: () => false }
    const { port, asked } = await inside((request, response) => {
      if (state.isClosing()) request.socket.destroy()
      else response.end('ok')
    })
    return { state, asked, url: `http://127.0.0.1:${port}/` }
  }
  const keep = (url: string, allowPrivate = true) =>
    post({ url, headers: {}, body: '{}', allowPrivate, keepsConnection: true })

  test('is used for the next message to the same receiver, only if that is asked for', async () => {
    const sockets = new Set<unknown>()
    const { port } = await inside((request, response) => {
      sockets.add(request.socket)
      response.end('ok')
    })
    const url = `http://127.0.0.1:${port}/`
    for (let n = 0; n < 3; n++) await keep(url)
    expect(sockets.size).toBe(1)
    for (let n = 0; n < 2; n++) await send(url, true)
    expect(sockets.size).toBe(3)
  })

  test('that the receiver has closed meanwhile is replaced by a new one, once', async () => {
    const { state, asked, url } = await receiver()
    await keep(url)
    state.isClosing = () => asked.length === 2
    expect(await keep(url)).toMatchObject({ status: 200 })
    expect(asked).toHaveLength(3)
    await keep(url)
    state.isClosing = () => true
    await expect(keep(url)).rejects.toThrow('socket hang up')
    expect(asked).toHaveLength(6)
    // On a new connection, a failure is one of the receiver.
    await expect(keep(url)).rejects.toThrow('socket hang up')
    expect(asked).toHaveLength(7)
  })

  test('to a private address is not used by those who may not connect there', async () => {
    const { asked, url } = await receiver()
    await keep(url)
    await expect(keep(url, false)).rejects.toThrow(Undeliverable)
    const byName = url.replace('127.0.0.1', 'localhost')
    await keep(byName)
    resolved.answers = [v4('127.0.0.1')]
    await expect(keep(byName, false)).rejects.toThrow(Undeliverable)
    expect(asked).toHaveLength(2)
  })
})
