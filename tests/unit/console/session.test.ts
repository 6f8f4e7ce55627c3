import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#contract/identity/auth.ts'
import { ApiError, NetworkError } from '#kit/call.ts'
import { createSession } from '#providers/session.ts'

const user = { name: 'Amara Okafor', role: 'operator' } as User

const problem = (status: number, detail = '') => ({ type: 'about:blank', title: '', status, detail })
const refused = (status: number, detail = '') => new ApiError(problem(status, detail))

function parts(stored: string | null) {
  let held = stored
  const waiting: { milliseconds: number; then: () => void }[] = []
  return {
    token: {
      get: () => held,
      set: (value: string) => {
        held = value
      },
      clear: () => {
        held = null
      },
    },
    me: vi.fn<() => Promise<User>>(async () => user),
    logoutOnServer: vi.fn(async () => {}),
    abortReads: vi.fn(),
    unsubscribePush: vi.fn(),
    clearCache: vi.fn(),
    setTimer: (milliseconds: number, then: () => void) => {
      const entry = { milliseconds, then }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    },
    now: () => 1_000,
    waiting,
  }
}

let world: ReturnType<typeof parts>
let session: ReturnType<typeof createSession>
const start = (stored: string | null) => {
  world = parts(stored)
  session = createSession(world)
}

beforeEach(() => start('token'))

describe('the session check', () => {
  test('sends nothing without a token', async () => {
    start(null)
    await session.check()
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'no-token' } })
    expect(world.me).not.toHaveBeenCalled()
  })

  test('accepts a person whom the server recognizes', async () => {
    expect(session.state().phase).toBe('checking')
    await session.check()
    expect(session.state()).toEqual({ phase: 'in', user })
  })

  test.each([400, 401, 403, 404, 410])('drops the token at %i', async status => {
    world.me.mockRejectedValue(refused(status, 'Suspended'))
    await session.check()
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'ended', detail: 'Suspended' } })
    expect(world.token.get()).toBeNull()
  })

  test.each([refused(429), refused(500), refused(503), new NetworkError()])(
    'keeps the token at %s',
    async error => {
      world.me.mockRejectedValue(error)
      await session.check()
      expect(session.state()).toEqual({ phase: 'offline', retryAt: 2_000 })
      expect(world.token.get()).toBe('token')
    },
  )

  test('retries ever more slowly, and continues when the server is back', async () => {
    world.me.mockRejectedValue(new NetworkError())
    await session.check()
    const waits = [world.waiting.at(-1)?.milliseconds]
    for (let tries = 0; tries < 6; tries += 1) {
      world.waiting.at(-1)?.then()
      await vi.waitFor(() => expect(world.me).toHaveBeenCalledTimes(tries + 2))
      await Promise.resolve()
      waits.push(world.waiting.at(-1)?.milliseconds)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    world.me.mockResolvedValue(user)
    world.waiting.at(-1)?.then()
    await vi.waitFor(() => expect(session.state().phase).toBe('in'))
  })

  test('ignores a response for a token that was replaced meanwhile', async () => {
    let answer = (_: User) => {}
    world.me.mockReturnValueOnce(
      new Promise(resolve => {
        answer = resolve
      }),
    )
    const checking = session.check()
    await session.logout()
    answer(user)
    await checking
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'left' } })
  })
})

describe('the end of a session', () => {
  test('aborts pending reads', async () => {
    await session.check()
    expect(world.abortReads).not.toHaveBeenCalled()
    await session.logout()
    expect(world.abortReads).toHaveBeenCalledOnce()
  })

  test.each([
    ['by logging out', () => session.logout()],
    ['by the server', () => session.handleUnauthorized(problem(401, 'Expired'))],
    [
      'in another tab',
      () => {
        world.token.clear()
        session.handleTokenChange()
      },
    ],
  ])('%s unsubscribes the person’s push notifications', async (_, end) => {
    await session.check()
    expect(world.unsubscribePush).not.toHaveBeenCalled()
    await end()
    expect(world.unsubscribePush).toHaveBeenCalledOnce()
  })

  test('happens once, however many calls are refused', async () => {
    await session.check()
    const heard = vi.fn()
    session.subscribe(heard)
    for (let call = 0; call < 4; call += 1) session.handleUnauthorized(problem(401, 'Expired'))
    expect(heard).toHaveBeenCalledTimes(1)
    expect(world.clearCache).toHaveBeenCalledTimes(1)
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'ended', detail: 'Expired' } })
  })

  test('reports that an action was refused', async () => {
    await session.check()
    session.handleUnauthorized(problem(403, 'Not yours'))
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'refused', detail: 'Not yours' } })
  })

  test('by signing out calls the server while the token is still there', async () => {
    await session.check()
    world.logoutOnServer.mockImplementation(async () => {
      expect(world.token.get()).toBe('token')
    })
    await session.logout()
    expect(world.logoutOnServer).toHaveBeenCalledTimes(1)
    expect(world.token.get()).toBeNull()
  })

  test('by signing out does not wait for a server that is down', async () => {
    await session.check()
    world.logoutOnServer.mockRejectedValue(new NetworkError())
    await session.logout()
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'left' } })
  })
})

describe('other tabs', () => {
  test('signing out there ends the session here', async () => {
    await session.check()
    world.token.clear()
    session.handleTokenChange()
    expect(session.state()).toEqual({ phase: 'out', absence: { why: 'left-elsewhere' } })
    expect(world.clearCache).toHaveBeenCalledTimes(1)
  })

  test('signing in there signs in here, and nothing of the last person remains', async () => {
    start(null)
    await session.check()
    world.token.set('other')
    session.handleTokenChange()
    await vi.waitFor(() => expect(session.state().phase).toBe('in'))
    expect(world.clearCache).toHaveBeenCalledTimes(1)
  })
})

test('a new token starts a session with an empty cache', async () => {
  start(null)
  await session.check()
  await session.begin('fresh')
  expect(session.state()).toEqual({ phase: 'in', user })
  expect(world.token.get()).toBe('fresh')
  expect(world.clearCache).toHaveBeenCalledTimes(1)
})
