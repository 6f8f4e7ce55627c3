import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/kit/wire.ts'
import { earlyReply, takeEarlyResponse } from '#kit/early-responses.ts'
import { heads } from '#kit/registry.ts'
import { listQueryOf, listRequestOf } from '#kit/resource/list-query.ts'
import type { Resource } from '#kit/resource/resource.ts'
import { decodeView, encodeView, type View } from '#kit/resource/view.ts'
import { viewsOf } from '#tests/unit/console/resource/views.ts'
import { listHeads } from '../../../vite/preloads.ts'

const root = join(import.meta.dirname, '../../..')
const boot = readFileSync(join(root, 'src/boot.js'), 'utf8')
const lists = await listHeads(root)
const resources = await Promise.all(heads.map(head => head.load()))
const calls = { '/': '/api/figures?time_range=30d' }

interface Browser {
  path: string
  search?: string
  stored?: Record<string, string>
}

const signedIn = { jwt_token: 'secret' }

/** Runs the inline script of index.html. @returns the URLs that it requests, and what it leaves behind */
function open({ path, search = '', stored = signedIn }: Browser) {
  const requests = new Map<string, Record<string, string>>()
  const store = Object.assign(Object.create({ getItem: (key: string) => stored[key] ?? null }), stored)
  const window: Pick<Window, 'earlyResponses'> = {}
  const preloads = { files: [], guest: [], signedIn: [], screens: {}, texts: { en: {} }, lists, calls }
  runInNewContext(boot.replace('PRELOADS', JSON.stringify(preloads)), {
    document: { documentElement: { dataset: {} } },
    localStorage: store,
    sessionStorage: { getItem: () => null },
    navigator: { languages: ['en-US'] },
    location: { pathname: path, search },
    URLSearchParams,
    window,
    fetch: async (url: string, { headers }: { headers: Record<string, string> }) => {
      requests.set(url, headers)
      return Response.json({ of: url })
    },
  })
  return { requests, window, urls: [...requests.keys()] }
}

const own = ['/api/auth/me', '/api/translations/published/en']

/** The rows' URL, if it is requested. */
const rowsUrlAt = (of: Resource, search: string, stored = signedIn) =>
  open({ path: of.path, search, stored }).urls.find(url => url.startsWith(`${of.api.list.path}?`))

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
  it.each(resources)('$name asks for what its screen asks for', of => {
    expect(rowsUrlAt(of, '')).toBe(askedFor(of, viewIn('', of)))
    expect(open({ path: of.path }).urls).toContain(`/api/lists/${of.name}`)
    fc.assert(
      fc.property(viewsOf(of), view => {
        const search = `?${encodeView(view, of)}`
        const url = rowsUrlAt(of, search)
        if (url !== undefined) expect(url).toBe(askedFor(of, viewIn(search, of)))
      }),
    )
  })

  it('is sent for filters, order and page, and not for what only the code can translate', () => {
    const devices = resources.find(({ name }) => name === 'devices') as Resource
    for (const search of [
      '?status=online&status=offline',
      '?name_like=ward&_sort=-battery,name&_size=50&_page=3&_columns=name&_density=roomy',
      '?battery_lte=20&q=hall',
    ])
      expect(rowsUrlAt(devices, search)).toBe(askedFor(devices, viewIn(search, devices)))
    for (const search of ['?last_seen_at_last=24h', '?last_seen_at_gte=2026-01-01', '?_where=%7B%7D'])
      expect(rowsUrlAt(devices, search)).toBeUndefined()
  })

  it('is of the default view that this browser remembers, unless it has several users', () => {
    const devices = resources.find(({ name }) => name === 'devices') as Resource
    const settings = JSON.stringify({
      preferences: { default_view: 'v' },
      views: [{ id: 'v', search: 'status=online' }],
    })
    const one = { ...signedIn, 'list:7:devices': settings }
    expect(rowsUrlAt(devices, '', one)).toBe(askedFor(devices, viewIn('?status=online', devices)))
    expect(rowsUrlAt(devices, '?_page=2', one)).toBe(askedFor(devices, viewIn('?_page=2', devices)))
    expect(rowsUrlAt(devices, '', { ...one, 'list:8:devices': settings })).toBeUndefined()
  })
})

describe('the first request of a page', () => {
  it('is sent at its bare address with the token', () => {
    const { requests, urls } = open({ path: '/' })
    expect(urls.toSorted()).toEqual([...own, calls['/']].toSorted())
    expect(requests.get(calls['/'])).toMatchObject({ authorization: 'Bearer secret' })
    expect(open({ path: '/', search: '?range=7d' }).urls).toEqual(own)
  })

  it('is not sent without a token', () => {
    expect(open({ path: '/users/admins', stored: {} }).urls).toEqual(['/api/translations/published/en'])
  })
})

describe('an early response', () => {
  afterEach(() => vi.unstubAllGlobals())
  const arrive = async () => {
    const { window } = open({ path: '/users/admins' })
    await vi.waitFor(() =>
      expect(Object.values(window.earlyResponses?.responses ?? {}).every(({ reply }) => reply)).toBe(true),
    )
    vi.stubGlobal('window', window)
    vi.stubGlobal('localStorage', { getItem: () => 'secret' })
    return window
  }
  const url = '/api/users/admins?_sort=name&_order=asc&_start=0&_end=25'

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
