import type { BaseKey, BaseRecord, DataProvider, HttpError } from '@refinedev/core'
import i18next from 'i18next'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ask, type Given, Refused, Unreachable } from '#kit/call.ts'
import { fieldAt } from '#kit/field-at.ts'
import { declarationOf } from '#kit/registry.ts'
import type { Api } from '#kit/resource/resource.ts'
import { queryOf } from '#kit/resource/wire.ts'

/** Gives a failed call what Refine expects of an error, and leaves it what it is. */
function asHttpError(error: unknown): unknown {
  if (error instanceof Unreachable)
    return Object.assign(error, { statusCode: 0 } satisfies Partial<HttpError>)
  if (!(error instanceof Refused)) return error
  const errors: Record<string, string[]> = {}
  for (const { pointer, detail, code, values } of error.problem.errors ?? []) {
    const field = fieldAt(pointer)
    const text = code ? i18next.t(`issue.${code}`, { ns: 'kit', ...values }) : detail
    errors[field] = [...(errors[field] ?? []), text]
  }
  return Object.assign(error, { statusCode: error.problem.status, errors } satisfies Partial<HttpError>)
}

async function send(endpoint: Endpoint | undefined, given: Given<Endpoint>): Promise<unknown> {
  if (!endpoint) throw new Error('The API has no such call')
  try {
    return (await ask(endpoint, given)).reply
  } catch (error) {
    throw asHttpError(error)
  }
}

const apiOf = async (resource: string): Promise<Api> => (await declarationOf(resource)).api

async function rowsFrom(
  { list }: Api,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<{ rows: BaseRecord[]; total: number }> {
  const reply = (await send(list, { query, ...(signal && { signal }) })) as Record<string, unknown>
  const { [list.listing?.rows ?? '']: rows, ...rest } = reply
  return { rows: rows as BaseRecord[], ...(rest as { total: number }) }
}

const one = (id: BaseKey) => ({ id: String(id) })

/**
 * Refine's way to the API: the resource's endpoint values say where each call goes, simple-rest's conventions how a
 * list is asked. `meta.version` makes a write conditional (`If-Match`), `meta.restores` names the version that an update
 * brings back, `meta.after` continues a list paged by cursor, and `meta.question` is asked in place of filters, order
 * and page.
 */
export const rest = {
  getApiUrl: () => '/api',
  getList: async ({ resource, filters, sorters, pagination, meta = {} }) => {
    const api = await apiOf(resource)
    const question = meta.question ?? { filters, sorters, pagination, meta }
    const query = queryOf(question, api.list.listing ?? {})
    const { rows, ...rest } = await rowsFrom(api, query, meta.signal)
    return { data: rows as never[], ...rest }
  },
  getMany: async ({ resource, ids }) => {
    const { rows } = await rowsFrom(await apiOf(resource), { id: ids.map(String), _end: ids.length })
    return { data: rows as never[] }
  },
  getOne: async ({ resource, id }) => ({
    data: (await send((await apiOf(resource)).show, { params: one(id) })) as never,
  }),
  create: async ({ resource, variables }) => ({
    data: (await send((await apiOf(resource)).create, { body: variables })) as never,
  }),
  update: async ({ resource, id, variables, meta }) => ({
    data: (await send((await apiOf(resource)).update, {
      params: one(id),
      body: variables,
      ifMatch: meta?.version,
      ...(meta?.restores && { restores: meta.restores }),
    })) as never,
  }),
  deleteOne: async ({ resource, id, meta }) => ({
    data: (await send((await apiOf(resource)).remove, { params: one(id), ifMatch: meta?.version })) as never,
  }),
} satisfies DataProvider
