import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/kit/wire.ts'
import { earlyReply, takeEarlyResponse } from '#kit/early-responses.ts'
import { heads } from '#kit/registry.ts'
import { listQueryOf, listRequestOf } from '#kit/resource/list-query.ts'
import type { Resource } from '#kit/resource/resource.ts'
import { decodeView, encodeView, type View } from '#kit/resource/view.ts'
import boot from '../../../src/boot.js?raw'
import { viewsOf } from './resource/views.ts'

interface FirstRequest {
  url: string
}

// Not by a literal: the build has the types of Node, which are not those of the console.
const build = '../../../vite/preloads.ts'
const { firstRequests } = (await import(build)) as {
  firstRequests: () => Promise<Record<string, FirstRequest>>
}
const requests = await firstRequests()
const resources = await Promise.all(heads.map(head => head.load()))
const devices = resources.find(({ name }) => name === 'devices') as Resource
interface Browser {
  path: string
  search?: string
  stored?: Record<string, string>
  user?: object | null
}

const owner = { role: 'super_admin', user_id: 7, second_factor_missing: false }

const signedIn: Readonly<Record<string, string>> = { jwt_token: 'secret' }

/** Runs the inline script of index.html. @returns the URLs that it requests, and what it leaves behind */
async function open({ path, search = '', stored = { ...signedIn }, user = owner }: Browser) {
  const sent = new Map<string, Record<string, string>>()
  const window: Pick<Window, 'earlyResponses'> = {}
  const preloads = { files: [], first: [], guest: [], signedIn: [], screens: {}, texts: { en: {} }, requests }
  const globals = {
    document: { documentElement: { dataset: {} } },
    localStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => {
        stored[key] = value
      },
      removeItem: (key: string) => {
        delete stored[key]
      },
    },
    sessionStorage: { getItem: () => null },
    navigator: { languages: ['en-US'] },
    location: { pathname: path, search },
    URLSearchParams,
    Worker: class {},
    window,
    fetch: async (url: string, { headers }: { headers: Record<string, string> }) => {
      sent.set(url, headers)
      if (url !== '/api/auth/me') return Response.json({ of: url })
      return user ? Response.json(user) : Response.json({}, { status: 401 })
    },
  }
  new Function(...Object.keys(globals), boot.replace('PRELOADS', JSON.stringify(preloads)))(
    ...Object.values(globals),
  )
  // Each reply is parsed before the next request is sent.
  for (let parsed = -1; parsed !== sent.size; await new Promise(resolve => setTimeout(resolve))) {
    parsed = sent.size
    const early = Object.values(window.earlyResponses?.responses ?? {})
    await Promise.all(early.map(async ({ response }) => (await response).clone().text()))
  }
  return { sent, window, urls: [...sent.keys()] }
}

const own = ['/api/auth/me', '/api/translations/published/en']

/** The rows' URL, if it is requested. */
const rowsUrlAt = async (of: Resource, search: string, stored = { ...signedIn }) =>
  (await open({ path: of.path, search, stored })).urls.find(url => url.startsWith(`${of.api.list.path}?`))

const sorted = (url: string) => {
  const [path, search] = url.split('?')
  const parameters = new URLSearchParams(search)
  parameters.sort()
  return `${path}?${parameters}`
}

/** The URL that the list itself asks for, with its parameters in the order of their names. */
const askedFor = (of: Resource, view: View) =>
  sorted(
    urlOf(of.api.list, {
      query: listQueryOf(listRequestOf(view, of.filterFields, 'Europe/Berlin'), of.listing),
    } as object),
  )

const viewIn = (search: string, of: Resource) => decodeView(new URLSearchParams(search), of)

describe('the first request of a list', () => {
  it.each(resources)('$name asks for what its screen asks for', async of => {
    expect(await rowsUrlAt(of, '')).toBe(askedFor(of, viewIn('', of)))
    expect((await open({ path: of.path })).urls).toContain(`/api/lists/${of.name}`)
    await fc.assert(
      fc.asyncProperty(viewsOf(of), async view => {
        const search = `?${encodeView(view, of)}`
        const url = await rowsUrlAt(of, search)
        if (url !== undefined) expect(url).toBe(askedFor(of, viewIn(search, of)))
      }),
    )
  })

  it('is sent for filters, order and page, and not for what only the code can translate', async () => {
    for (const search of [
      '?status=online&status=offline',
      '?name_like=ward&_sort=-battery,name&_size=50&_page=3&_columns=name&_density=roomy',
      '?battery_lte=20&q=hall',
    ])
      expect(await rowsUrlAt(devices, search)).toBe(askedFor(devices, viewIn(search, devices)))
    for (const search of ['?last_seen_at_last=24h', '?last_seen_at_gte=2026-01-01', '?_where=%7B%7D'])
      expect(await rowsUrlAt(devices, search)).toBeUndefined()
  })

  it('is of the default view that this browser remembers of the user', async () => {
    const settings = JSON.stringify({
      preferences: { default_view: 'v' },
      views: [{ id: 'v', search: 'status=online' }],
    })
    const mine = { ...signedIn, 'list:7:devices': settings }
    expect(await rowsUrlAt(devices, '', mine)).toBe(askedFor(devices, viewIn('?status=online', devices)))
    expect(await rowsUrlAt(devices, '?_page=2', mine)).toBe(askedFor(devices, viewIn('?_page=2', devices)))
    const others = { ...signedIn, 'list:8:devices': settings }
    expect(await rowsUrlAt(devices, '', others)).toBe(askedFor(devices, viewIn('', devices)))
  })
})

describe('the first request of a page', () => {
  const { url } = requests['/'] as FirstRequest

  it('is sent at its bare address with the token', async () => {
    const { sent, urls } = await open({ path: '/' })
    expect(urls.toSorted()).toEqual([...own, url].toSorted())
    expect(sent.get(url)).toMatchObject({ authorization: 'Bearer secret' })
    expect((await open({ path: '/', search: '?range=7d' })).urls).toEqual(own)
  })

  it.each([
    ['without the permission', { ...owner, role: 'operator' }],
    ['without a required second factor', { ...owner, second_factor_missing: true }],
    ['with a token that has expired', null],
  ])('is not sent %s', async (_, user) => {
    expect((await open({ path: '/', user })).urls).toEqual(own)
  })

  it('is not sent without a token', async () => {
    const { urls } = await open({ path: '/users/admins', stored: {} })
    expect(urls).toEqual(['/api/translations/published/en'])
  })

  it('does not wait for the current user where the last one had the same token', async () => {
    const stored = { ...signedIn }
    expect((await open({ path: '/', stored })).urls.indexOf(url)).toBe(2)
    const again = await open({ path: '/', stored })
    expect(again.urls).toEqual([url, ...own])
    const other = await open({ path: '/', stored: { ...stored, jwt_token: 'other' } })
    expect(other.urls.indexOf(url)).toBe(2)
  })

  it('is not sent for who may not read it, whoever had another token before', async () => {
    const stored = { ...signedIn }
    const operator = { ...owner, role: 'operator' }
    await open({ path: '/', stored })
    const { urls } = await open({ path: '/', stored: { ...stored, jwt_token: 'other' }, user: operator })
    expect(urls).toEqual(own)
  })

  it('remembers nobody after sign-out, or before a required second factor is set up', async () => {
    const stored: Record<string, string> = { ...signedIn }
    await open({ path: '/', stored, user: { ...owner, second_factor_missing: true } })
    expect(stored['last-user']).toBeUndefined()
    await open({ path: '/', stored })
    expect(stored['last-user']).toBe('secret super_admin 7')
    delete stored.jwt_token
    await open({ path: '/login', stored })
    expect(stored['last-user']).toBeUndefined()
  })

  it.each(['', 'secret', '{"role":', 'secret nobody x'])('survives a broken memory: %s', async last => {
    const { urls } = await open({ path: '/', stored: { ...signedIn, 'last-user': last } })
    expect(urls).toEqual(expect.arrayContaining(own))
  })
})

describe('an early response', () => {
  const url = '/api/users/admins?_sort=name&_order=asc&_start=0&_end=25'
  afterEach(() => vi.unstubAllGlobals())
  const arrive = async () => {
    const { window } = await open({ path: '/users/admins' })
    await vi.waitFor(() => expect(window.earlyResponses?.responses[sorted(url)]?.reply).toBeDefined())
    vi.stubGlobal('window', window)
    vi.stubGlobal('localStorage', { getItem: () => 'secret' })
    return window
  }
  it('is used once, in any order of the parameters', async () => {
    await arrive()
    expect(await (await takeEarlyResponse(url, 'secret'))?.json()).toEqual({ of: sorted(url) })
    expect(await takeEarlyResponse(url, 'secret')).toBeUndefined()
  })

  it('is not used with another token', async () => {
    await arrive()
    expect(await takeEarlyResponse(url, 'other')).toBeUndefined()
    vi.stubGlobal('localStorage', { getItem: () => 'other' })
    expect(earlyReply(() => url, Boolean).initialData()).toBeUndefined()
  })

  it('is the first data of a query, as old as it is', async () => {
    const window = await arrive()
    const { repliedAt } = window.earlyResponses?.responses[sorted(url)] ?? {}
    const query = earlyReply(
      () => url,
      reply => reply,
    )
    expect(query.initialData()).toEqual({ of: sorted(url) })
    expect(query.initialDataUpdatedAt()).toBe(repliedAt)
    expect(earlyReply(() => url, Boolean).initialData()).toBeUndefined()
  })
})
