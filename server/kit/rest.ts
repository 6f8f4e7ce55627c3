import { maxPageSize } from '#contract/kit/listing.ts'
import type { RestEndpoint } from '#contract/kit/rest.ts'
import { publicUrl } from '../config.ts'
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

/** Rows of a page of json-server that is requested without `_limit`. */
const numberedPageSize = 10

/**
 * The query of a list: a page by `_page` and `_limit`, by `_start` and `_limit`, or as in every list. Without any,
 * clients expect all rows: they get as many as a page can hold.
 */
function listQuery({ _page, _limit, ...query }: Query): Query {
  if (_page !== undefined) {
    const size = _limit ?? numberedPageSize
    return { ...query, _start: (_page - 1) * size, _end: _page * size }
  }
  if (query._end !== undefined || query.limit !== undefined) return query
  const { _start = 0 } = query
  if (_limit !== undefined) return { ...query, _start, _end: _start + _limit }
  return { ...query, limit: maxPageSize }
}

/** The other pages of a list, as json-server names them in the header `Link` (RFC 8288). */
function pageLinks(url: URL, { _page = 1, _limit = numberedPageSize }: Query, total: number): string {
  const last = Math.max(1, Math.ceil(total / _limit))
  const pages = { first: 1, prev: _page - 1, next: _page + 1, last }
  return Object.entries(pages)
    .filter(([, page]) => page >= 1 && page <= last)
    .map(([name, page]) => {
      url.searchParams.set('_page', String(page))
      return `<${url.href}>; rel="${name}"`
    })
    .join(', ')
}

/** The rows alone; the total and links to other pages are in the headers. */
function listRows(handler: ListHandler, rows: string): ListHandler {
  return {
    ...handler,
    page: async call => {
      const query = call.query as Query
      const page = (await handler.page({ ...call, query: listQuery(query) as never })) as Rows
      call.reply.header('x-total-count', String(page.total))
      if (query._page !== undefined)
        call.reply.header(
          'link',
          pageLinks(new URL(call.request.url, publicUrl(call.services.config)), query, page.total),
        )
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
