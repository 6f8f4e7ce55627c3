import type { HttpError } from '@refinedev/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#kit/call.ts'
import { callProvider, dataProvider } from '#providers/refine.ts'

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (body: unknown, status = 200) => sent.mockResolvedValueOnce(Response.json(body, { status }))
const call = () => {
  const [url, { method, headers, body }] = sent.mock.lastCall ?? ['', {}]
  return { url, method, ifMatch: new Headers(headers).get('if-match'), body }
}

beforeEach(() => {
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockReset()
})

describe('the data provider', () => {
  it('reads rows from the list’s own envelope', async () => {
    answer({ logs: [{ id: 'a' }], total: 12, total_is_estimate: true, next: 'n' })
    const pagination = { currentPage: 1, pageSize: 25, mode: 'server' } as const
    expect(await dataProvider.getList({ resource: 'activity-logs', pagination })).toEqual({
      data: [{ id: 'a' }],
      total: 12,
      total_is_estimate: true,
      next: 'n',
    })
    expect(call().url).toBe('/api/activity-logs?_start=0&_end=25')
  })

  it('calls the paths of the endpoints, with the version that a write expects', async () => {
    answer({ id: 'x' }, 201)
    await dataProvider.create({ resource: 'devices', variables: { name: 'Hub' } })
    expect(call()).toMatchObject({
      url: '/api/devices/register',
      method: 'POST',
      body: '{"name":"Hub"}',
      ifMatch: null,
    })
    answer({ id: 'x' })
    await dataProvider.update({
      resource: 'devices',
      id: 'x',
      variables: { name: 'Hub' },
      meta: { version: 3 },
    })
    expect(call()).toMatchObject({ url: '/api/devices/x', method: 'PUT', ifMatch: '"3"' })
    sent.mockResolvedValueOnce(new Response(null, { status: 204 }))
    await dataProvider.deleteOne({ resource: 'devices', id: 'x', meta: { version: 4 } })
    expect(call()).toMatchObject({ url: '/api/devices/x', method: 'DELETE', ifMatch: '"4"' })
  })

  it('requests many records by their ids', async () => {
    answer({ organizations: [{ id: 'a' }, { id: 'b' }], total: 2 })
    const { data } = await (dataProvider.getMany?.({ resource: 'organizations', ids: ['a', 'b'] }) ?? {
      data: [],
    })
    expect(data).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(call().url).toBe('/api/users/organizations?id=a&id=b&_end=2')
  })

  it('reports which fields a refusal names', async () => {
    const errors = [
      { pointer: '/serial', in: 'body', detail: 'In use' },
      { pointer: '/serial', in: 'body', detail: 'Too long' },
      { pointer: '/address/city', in: 'body', detail: 'Required' },
    ]
    answer({ type: 'about:blank', title: 'x', status: 422, detail: 'Not valid', errors }, 422)
    const refused: HttpError = await dataProvider.create({ resource: 'devices', variables: {} }).then(
      () => expect.unreachable(),
      error => error,
    )
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      message: 'Not valid',
      statusCode: 422,
      errors: { serial: ['In use', 'Too long'], 'address.city': ['Required'] },
    })
  })

  it('sends the values of other forms by their own call, and passes its refusal on', async () => {
    const send = vi.fn<(values: unknown) => Promise<void>>()
    await callProvider.create({ resource: 'calls', variables: { name: 'Hub' }, meta: { send } })
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Hub' })
    expect(sent).not.toHaveBeenCalled()
    send.mockRejectedValueOnce(new Error('Refused'))
    await expect(callProvider.create({ resource: 'calls', variables: {}, meta: { send } })).rejects.toThrow(
      'Refused',
    )
  })

  it('distinguishes a network error from a refusal', async () => {
    sent.mockRejectedValueOnce(new TypeError('fetch failed'))
    const failed = await dataProvider
      .getOne({ resource: 'devices', id: 'x' })
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(NetworkError)
    expect(failed).toMatchObject({ statusCode: 0 })
  })

  it('reports that the API has no such call', async () => {
    await expect(dataProvider.create({ resource: 'activity-logs', variables: {} })).rejects.toThrow(
      'no such call',
    )
    await expect(dataProvider.getOne({ resource: 'gadgets', id: 'x' })).rejects.toThrow(
      'no resource "gadgets"',
    )
  })
})
