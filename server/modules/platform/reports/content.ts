import type { FigureDetail, Unit } from '#contract/kit/figure.ts'
import { roundTo } from '#contract/kit/figure.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import type { Period } from '#contract/kit/period.ts'
import { type FigureSource, type FigureSourceName, figureSources } from '#contract/platform/report-sources.ts'
import type { Report } from '#contract/platform/reports.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'
import type { Columns } from '#server/kit/export/columns.ts'
import { csv, separatorFor } from '#server/kit/export/csv.ts'
import { exportList } from '#server/kit/export/export.ts'
import { xlsx } from '#server/kit/export/xlsx.ts'
import type { Handler, ListHandler } from '#server/kit/handlers.ts'
import { forbidden } from '#server/kit/problem.ts'
import { findHandler, findResource } from '#server/kit/resources.ts'
import { translator } from '#server/kit/texts.ts'
import type { Services } from '#server/services.ts'
import { callAs, grantOf, listQueryOf } from '../recurring/sources.ts'
import { type Chart, readCharts } from './charts.ts'
import { pictureOf } from './picture.ts'

/** Maximum size of an attachment in bytes: in base64 it must fit into the 10 MB that most mail servers accept. */
export const maxAttachmentBytes = 6_000_000

type Asked = Pick<Report, 'name' | 'source' | 'format'>

/** A figure in the period of the report and in the one before. */
export interface FigureLine {
  name: string
  title: string
  unit: Unit
  value: number | null
  previous: number | null
  /** In percent; null without a value to compare with. */
  change: number | null
}

/** A chart of a figure, and its picture as PNG; null if it could not be drawn. */
export interface DrawnChart extends Chart, Pick<FigureLine, 'title' | 'unit'> {
  picture: Buffer | null
}

/** What one person may see of a report. */
export interface Content {
  /** Null if the data are too large to be sent. */
  attachment: { filename: string; contentType: string; content: Buffer } | null
  rows: number | null
  /** Null for a list. */
  figures: { lines: FigureLine[]; period: Period; charts: DrawnChart[] } | null
}

/** A name that every system can store: without separators, control and direction characters. */
const fileName = (name: string, format: Report['format']) =>
  `${name
    .replace(/[\s\p{C}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 80)}.${format}`

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Reads a file into memory; null if it is larger than an attachment may be. */
async function readUpToLimit(content: AsyncIterable<string | Uint8Array>): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as string)
    size += bytes.length
    if (size > maxAttachmentBytes) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Counts the rows of an export while they are read. */
function counting(handler: ListHandler): { handler: ListHandler; count: () => number } {
  let count = 0
  async function* counted(batches: AsyncIterable<Record<string, unknown>[]>) {
    for await (const batch of batches) {
      count += batch.length
      yield batch
    }
  }
  const rows: ListHandler['rows'] = async call => {
    const read = await handler.rows(call)
    return (db: Db) => counted(read(db))
  }
  return { handler: { ...handler, rows }, count: () => count }
}

async function listContent(
  services: Services,
  actor: Actor,
  { name, source, format }: Asked,
  language: Language,
): Promise<Content> {
  const granted = grantOf(actor.role, source)
  const list = findResource(source.name)?.list
  if (!granted || !list) throw forbidden()
  const query = listQueryOf(source, { _format: format, _language: language })
  const { handler, count } = counting(list.handler)
  const call = callAs(services, actor, granted, query)
  const file = await exportList(handler, call, list.endpoint.listing as Listing)
  try {
    const content = await readUpToLimit(file.content)
    const attachment = content && { filename: fileName(name, format), contentType: file.type, content }
    return { attachment, rows: content && count(), figures: null }
  } finally {
    file.onClose?.()
  }
}

/** The number of rows that a person may see of a report’s list. */
export async function countRows(services: Services, actor: Actor, { source }: Asked): Promise<number> {
  const granted = grantOf(actor.role, source)
  const list = findResource(source.name)?.list
  if (!granted || !list) throw forbidden()
  const query = { ...(listQueryOf(source, {}) as ListQuery), _start: 0, _end: 0 }
  const reply = await list.handler.page(callAs(services, actor, granted, query) as never)
  return (reply as { total: number }).total
}

const changeOf = (value: number | null, previous: number | null) =>
  value === null || !previous ? null : roundTo(1, (100 * (value - previous)) / Math.abs(previous))

/** The figures of a report as a person may see them, with the period before. */
export async function readFigures(
  services: Services,
  actor: Actor,
  { source }: Pick<Asked, 'source'>,
  language: Language,
): Promise<Omit<NonNullable<Content['figures']>, 'charts'>> {
  const granted = grantOf(actor.role, source)
  if (!granted) throw forbidden()
  const { endpoint, figures, texts }: FigureSource = figureSources[source.name as FigureSourceName]
  const open = findHandler(endpoint) as Handler
  const titleOf = translator(language, texts) as (key: string) => string
  const read = (figure: string, also: Record<string, string> = {}) => {
    const query = endpoint.query.parse({ time_range: source.range, limit: 1, ...also })
    const call = { ...callAs(services, actor, granted, query), params: { figure } }
    return open(call as never) as Promise<FigureDetail>
  }
  const lines: FigureLine[] = []
  let period: Period | undefined
  for (const name of Object.keys(figures)) {
    const now = await read(name)
    const { value: previous } = await read(name, { previous: 'true' })
    period ??= now.period
    const { unit, value } = now
    lines.push({
      name,
      title: titleOf(`figures.${name}.title`),
      unit,
      value,
      previous,
      change: changeOf(value, previous),
    })
  }
  return { lines, period: period as Period }
}

/** The charts of a report's screen, in the direction of the reader's language. */
async function drawCharts(
  services: Services,
  actor: Actor,
  source: FigureSourceName,
  { lines, period }: Pick<NonNullable<Content['figures']>, 'lines' | 'period'>,
  language: Language,
): Promise<DrawnChart[]> {
  const charts = await readCharts(services, actor, source, period)
  const drawn: DrawnChart[] = []
  for (const chart of charts) {
    const line = lines.find(({ name }) => name === chart.figure)
    if (!line || chart.days.every(({ value }) => value === null)) continue
    const picture = await pictureOf(chart, language === 'ar').catch((error: unknown) => {
      services.log.error({ err: error, figure: chart.figure }, 'a chart of a report could not be drawn')
      return null
    })
    drawn.push({ ...chart, title: line.title, unit: line.unit, picture })
  }
  return drawn
}

/** Figures as a file, one row for each, and their charts. */
async function figuresContent(
  services: Services,
  actor: Actor,
  asked: Asked,
  language: Language,
): Promise<Content> {
  const read = await readFigures(services, actor, asked, language)
  const source = asked.source.name as FigureSourceName
  const figures = { ...read, charts: await drawCharts(services, actor, source, read, language) }
  const t = translator(language, 'reports')
  const columns: Columns = {
    headings: [t('mail.figure'), t('mail.value'), t('mail.before'), t('mail.change')],
    kinds: ['text', 'number', 'number', 'number'],
    cells: async rows => rows.map(({ title, value, previous, change }) => [title, value, previous, change]),
  }
  const cells = await columns.cells(figures.lines as never, services.database.exports)
  async function* batches() {
    yield cells
  }
  const { name, format } = asked
  const content =
    format === 'csv'
      ? csv(columns.headings, [cells], separatorFor(language))
      : xlsx(fileName(name, format).slice(0, 31), columns, batches())
  const attachment = {
    filename: fileName(name, format),
    contentType: contentTypes[format],
    content: (await readUpToLimit(content)) ?? Buffer.alloc(0),
  }
  return { attachment, rows: figures.lines.length, figures }
}

/**
 * What a person may see of a report, in a language.
 * @throws Problem 403 if they may not see it, 429 while too many exports are running; ZodError for an invalid query
 */
export const contentFor = (
  services: Services,
  actor: Actor,
  asked: Asked,
  language: Language,
): Promise<Content> =>
  asked.source.kind === 'list'
    ? listContent(services, actor, asked, language)
    : figuresContent(services, actor, asked, language)
