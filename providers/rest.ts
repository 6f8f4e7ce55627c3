import type { BaseKey, DataProvider, HttpError } from '@refinedev/core'
import i18next from 'i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ApiError, type CallOptions, callWithHeaders, fieldOfPointer, NetworkError } from '#kit/call.ts'
import { keepAge } from '#kit/data-age.ts'
import { declarationOf } from '#kit/registry.ts'
import { listDataOf, listQueryOf } from '#kit/resource/list-query.ts'
import type { Api } from '#kit/resource/resource.ts'

/** Adds the properties that Refine expects of an error. */
function asHttpError(error: unknown): unknown {
  if (error instanceof NetworkError)
    return Object.assign(error, { statusCode: 0 } satisfies Partial<HttpError>)
  if (!(error instanceof ApiError)) return error
  const errors: Record<string, string[]> = {}
  for (const { pointer, detail, code, values } of error.problem.errors ?? []) {
    const field = fieldOfPointer(pointer)
    const text = code ? i18next.t(`issue.${code}`, { ns: 'kit', ...values }) : detail
    errors[field] = [...(errors[field] ?? []), text]
  }
  return Object.assign(error, { statusCode: error.problem.status, errors } satisfies Partial<HttpError>)
}

async function send(endpoint: Endpoint | undefined, options: CallOptions<Endpoint>): Promise<unknown> {
  if (!endpoint) throw new Error('The API has no such call')
  try {
    return (await callWithHeaders(endpoint, options)).reply
  } catch (error) {
    throw asHttpError(error)
  }
}

const apiOf = async (resource: string): Promise<Api> => (await declarationOf(resource)).api

async function rowsFrom({ list }: Api, query: Record<string, unknown>, signal?: AbortSignal) {
  const reply = await send(list, { query, ...(signal && { signal }) })
  return keepAge(reply, listDataOf(reply, list.listing ?? {}))
}

const paramsOf = (id: BaseKey) => ({ id: String(id) })

/**
 * Refine's data provider. The resource's endpoint values determine path and method, simple-rest's conventions the
 * list query. `meta.version` makes a write conditional (`If-Match`), `meta.restores` names the audit log entry that
 * an update restores, `meta.after` is the cursor of the next page, and `meta.request` replaces filters, sorters and
 * pagination.
 */
export const rest = {
  getApiUrl: () => '/api',
  getList: async ({ resource, filters, sorters, pagination, meta = {} }) => {
    const api = await apiOf(resource)
    const request = meta.request ?? { filters, sorters, pagination, meta }
    const query = listQueryOf(request, api.list.listing ?? {})
    const page = await rowsFrom(api, query, meta.signal)
    return page as typeof page & { data: never[] }
  },
  getMany: async ({ resource, ids }) => {
    const { data } = await rowsFrom(await apiOf(resource), { id: ids.map(String), _end: ids.length })
    return { data: data as never[] }
  },
  getOne: async ({ resource, id, meta }) => ({
    data: (await send((await apiOf(resource)).show, {
      params: paramsOf(id),
      ...(meta?.signal && { signal: meta.signal }),
    })) as never,
  }),
  create: async ({ resource, variables }) => ({
    data: (await send((await apiOf(resource)).create, { body: variables })) as never,
  }),
  update: async ({ resource, id, variables, meta }) => ({
    data: (await send((await apiOf(resource)).update, {
      params: paramsOf(id),
      body: variables,
      ifMatch: meta?.version,
      ...(meta?.restores && { restores: meta.restores }),
    })) as never,
  }),
  deleteOne: async ({ resource, id, meta }) => ({
    data: (await send((await apiOf(resource)).remove, {
      params: paramsOf(id),
      ifMatch: meta?.version,
    })) as never,
  }),
} satisfies DataProvider
