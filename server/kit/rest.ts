import { maxPageSize } from '#contract/kit/listing.ts'
import type { RestEndpoint } from '#contract/kit/rest.ts'
import type { Call } from './call.ts'
import type { Handler, ListHandler, OutsideTransactionHandler } from './handlers.ts'
import { notFound } from './problem.ts'
import { findHandler } from './resources.ts'

type Row = Record<string, unknown>
type Rows = { total: number } & Record<string, unknown>

interface Query {
  id?: string[]
  limit?: number
  _start?: number
  _end?: number
  _page?: number
  _limit?: number
}

/** The query of a list. Without a page, clients expect all rows: they get as many as a page can hold. */
function listQuery({ _page = 1, _limit, ...query }: Query): Query {
  if (_limit !== undefined) return { ...query, _start: (_page - 1) * _limit, _end: _page * _limit }
  if (query._end !== undefined || query.limit !== undefined) return query
  return { ...query, limit: maxPageSize }
}

/** The rows alone; the total is in the header. */
function listRows(handler: ListHandler, rows: string): ListHandler {
  return {
    ...handler,
    page: async call => {
      const page = (await handler.page({ ...call, query: listQuery(call.query as Query) as never })) as Rows
      call.reply.header('x-total-count', String(page.total))
      return page[rows] as never
    },
  }
}

/** One row of a list whose resource has no call for one. */
const findRow = (handler: ListHandler, rows: string) => async (call: Call) => {
  const { id } = call.params as { id: string }
  const page = (await handler.page({ ...call, query: { id: [id], limit: 1 } as never })) as Rows
  const [row] = page[rows] as Row[]
  if (!row) throw notFound()
  return row
}

/** Answers a second address by the handler of the first. */
export function restHandler({ act, source }: RestEndpoint) {
  const handler = findHandler(source)
  const rows = source.listing?.rows ?? ''
  if (act === 'list') return listRows(handler as ListHandler, rows)
  if (act === 'show' && source.listing) return findRow(handler as ListHandler, rows)
  if (act !== 'remove') return handler as Handler | OutsideTransactionHandler
  return async (call: Call) => {
    await (handler as Handler)(call)
    return { id: (call.params as { id: string }).id }
  }
}
