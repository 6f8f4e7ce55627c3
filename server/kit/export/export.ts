import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import type { AuthenticatedCall } from '../call.ts'
import type { File, ListHandler } from '../handlers.ts'
import { redactPii } from '../personal.ts'
import { Problem } from '../problem.ts'
import { resourceName } from '../resources.ts'
import { labelledColumns, machineColumns, pastColumns } from './columns.ts'
import { csv, separatorFor } from './csv.ts'
import { xlsx } from './xlsx.ts'

type Row = Record<string, unknown>

/** Exports that may run at the same time, of one caller and on one instance. */
const [maxPerCaller, maxPerInstance] = [2, 8]
const running = new Map<string, number>()

export const countRunningExports = () => [...running.values()].reduce((sum, count) => sum + count, 0)

/**
 * Takes a slot for an export.
 * @returns a function that releases it, to be called once
 * @throws Problem 429 when the caller or the instance has none left
 */
export function takeExportSlot(callerId: string): () => void {
  const own = running.get(callerId) ?? 0
  const headers = { 'retry-after': '10' }
  if (own >= maxPerCaller)
    throw new Problem(
      429,
      `You already have ${maxPerCaller} exports running. Wait until one of them finishes.`,
      {
        kind: 'exports',
        headers,
      },
    )
  if (countRunningExports() >= maxPerInstance)
    throw new Problem(429, 'Too many exports are running right now. Please try again in a moment.', {
      kind: 'exports',
      headers,
    })
  running.set(callerId, own + 1)
  return () => {
    const left = (running.get(callerId) ?? 1) - 1
    if (left > 0) running.set(callerId, left)
    else running.delete(callerId)
  }
}

/**
 * Exports a list's selection as a file, streamed while it is read in pages: memory stays flat, and no connection is held
 * while the reader is slow. What is refused is refused before anything is sent. Rows as of an earlier time say so, and which
 * of their fields are unknown.
 * @throws Problem 429 when too many exports are running
 */
export async function exportList(
  handler: ListHandler,
  call: AuthenticatedCall,
  listing: Listing,
): Promise<File> {
  const { _format = 'csv', _columns, _language, as_of } = call.query as ListQuery
  const { shape } = listing.schema
  const requested = _columns?.split(',').filter(name => name in shape) ?? []
  const names = requested.length > 0 ? requested : Object.keys(shape)
  const present = _language
    ? labelledColumns(call, resourceName(handler.resource ?? listing.rows), listing.schema, names, _language)
    : machineColumns(listing.schema, names)
  const columns = as_of
    ? pastColumns(present, resourceName(handler.resource ?? listing.rows), _language)
    : present
  const name = as_of ? `${listing.rows} ${fileInstant(as_of)}` : listing.rows
  const redact = call.grant.personal ? (row: Row) => row : (redactPii(listing.schema) as (row: Row) => Row)
  const db = call.services.database.exports
  const readBatches = await handler.rows(call)

  async function* batches() {
    for await (const rows of readBatches(db)) yield await columns.cells(rows.map(redact), db)
  }

  const onClose = takeExportSlot(call.actor.id)
  switch (_format) {
    case 'csv':
      return {
        name: `${name}.csv`,
        type: 'text/csv; charset=utf-8',
        content: csv(columns.headings, batches(), separatorFor(_language)),
        onClose,
      }
    case 'json':
      return {
        name: `${name}.json`,
        type: 'application/json; charset=utf-8',
        content: json(as_of ? [...names, 'as_of', 'unknown'] : names, batches()),
        onClose,
      }
    case 'xlsx':
      return {
        name: `${name}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: xlsx(as_of ? fileInstant(as_of) : name, columns, batches()),
        onClose,
      }
  }
}

/** An instant in the name of a file or a sheet, where colons are not allowed. */
const fileInstant = (instant: string) =>
  new Date(instant).toISOString().slice(0, 19).replaceAll(':', '').replace('T', ' ').concat('Z')

/** A JSON array of objects, one a line, one chunk per batch of rows. */
async function* json(
  names: readonly string[],
  batches: AsyncIterable<readonly (readonly unknown[])[]>,
): AsyncGenerator<string> {
  let lead = '[\n'
  for await (const batch of batches) {
    const objects = batch.map(row =>
      JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    )
    yield lead + objects.join(',\n')
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}
