import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { type FieldKind, fieldKind, fieldMeta, unwrapSchema } from '#contract/kit/fields.ts'
import { resourceLabels } from '#contract/kit/labels.ts'
import { languages } from '#contract/kit/language.ts'
import { grant } from '#contract/kit/permissions.ts'
import { type Refusal, type RefusalCode, refusalOfIssue } from '#contract/kit/refusal.ts'
import { importedFields } from '#contract/platform/imports.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { findResource } from '#server/kit/resources.ts'
import { textFinder } from '#server/kit/texts.ts'
import type { Importable, Mapping } from './mapping.ts'

/** A create body, or the reasons why the row is invalid. */
export type ReadRow = { body: Record<string, unknown> } | { refusals: Refusal[] }

/** A name that matches no record, or more than one. */
class Misnamed extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A cell that cannot be parsed, such as an invalid JSON list. */
const unreadable = { code: 'invalid', values: {} } as const

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Parses rows into create bodies: enum values by value or label, references by id or by a name that is unique among the
 * records accessible to the caller. Empty cells are omitted.
 */
export function rowReader(call: Omit<UserCall, 'db'>, { name, create }: Importable, mapping: Mapping) {
  const body = create.endpoint.body as z.ZodObject
  const everyLabel = languages.map(language => resourceLabels(textFinder(language), name))
  const idsByName = new Map<string, string[]>()

  function choice(field: string, text: string, options: readonly string[]): string {
    if (options.includes(text)) return text
    return (
      options.find(option => everyLabel.some(labels => same(labels.option(field, option), text.trim()))) ??
      text
    )
  }

  async function idsNamed(resource: string, text: string, db: Db): Promise<string[]> {
    const { endpoint, handler } = findResource(resource)?.list ?? {}
    if (!endpoint?.listing?.filter.includes('name') || !handler || typeof endpoint.access === 'string')
      return []
    const granted = grant(call.actor.role, endpoint.access)
    if (!granted) return []
    const asked = { ...call, db, grant: granted, query: { name: [text], _end: 2 } }
    const reply = (await handler.page(asked as never)) as Record<string, unknown>
    return (reply[endpoint.listing.rows] as { id: string }[]).map(({ id }) => id)
  }

  async function idOf(resource: string, text: string, db: Db): Promise<string> {
    if (isUuid(text)) return text
    const key = `${resource} ${text}`
    const ids = idsByName.get(key) ?? (await idsNamed(resource, text, db))
    idsByName.set(key, ids)
    const [id] = ids
    if (!id) throw new Misnamed('unnamed', `Nothing is named “${text}”`)
    if (ids.length > 1) throw new Misnamed('ambiguous', `Several are named “${text}”: give the ID`)
    return id
  }

  const readers: Partial<Record<FieldKind, (field: string, schema: z.ZodType, text: string) => unknown>> = {
    number: (_field, _schema, text) => (Number.isFinite(Number(text)) ? Number(text) : text),
    boolean: (field, _schema, text) => {
      const chosen = choice(field, text.toLowerCase(), ['true', 'false'])
      return chosen === 'true' ? true : chosen === 'false' ? false : text
    },
    enum: (field, schema, text) =>
      choice(field, text, (unwrapSchema(schema) as z.ZodEnum).options.map(String)),
    list: (field, schema, text) => {
      const item = unwrapSchema((unwrapSchema(schema) as z.ZodArray).element as z.ZodType)
      const options = item instanceof z.ZodEnum ? item.options.map(String) : []
      const items: unknown = text.startsWith('[') ? JSON.parse(text) : text.split(',').map(one => one.trim())
      return Array.isArray(items) && options.length > 0
        ? items.map(one => choice(field, String(one), options))
        : items
    },
  }

  async function valueIn(field: string, schema: z.ZodType, text: string, db: Db): Promise<unknown> {
    const { reference } = fieldMeta(schema)
    if (reference) return idOf(reference, text, db)
    return readers[fieldKind(schema)]?.(field, schema, text) ?? text
  }

  return async (cells: readonly string[], db: Db): Promise<ReadRow> => {
    const values: Record<string, unknown> = {}
    const refusals: Refusal[] = []
    for (const [field, schema] of importedFields(body)) {
      const text = cells[mapping[field] ?? -1] ?? ''
      if (text === '') continue
      try {
        values[field] = await valueIn(field, schema, text, db)
      } catch (error) {
        const { message } = error as Error
        const reason = error instanceof Misnamed ? { code: error.code, values: { text } } : unreadable
        refusals.push({ field, ...reason, text: message })
      }
    }
    const parsed = body.safeParse(values)
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0] ?? '')
      if (refusals.some(refusal => refusal.field === field)) continue
      const isThere = field in values
      refusals.push({
        field,
        ...(isThere ? refusalOfIssue(issue) : { code: 'required', values: {} }),
        text: isThere ? issue.message : 'required',
      })
    }
    return parsed.success && refusals.length === 0 ? { body: parsed.data } : { refusals }
  }
}
