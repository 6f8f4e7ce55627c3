import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { bare, type FieldKind, facts, kindOf } from '#contract/fields.ts'
import { importedFields } from '#contract/imports.ts'
import { labelsOf } from '#contract/labels.ts'
import { type Language, languages } from '#contract/language.ts'
import { grant } from '#contract/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { resourceNamed } from '#server/kit/resources.ts'
import { findTextIn, textsIn } from '#server/kit/texts.ts'
import type { Importable } from './importable.ts'
import type { Mapping } from './mapping.ts'

/** A row as a creation takes it, or what keeps it from being one. */
export type ReadRow = { body: Record<string, unknown> } | { reason: string }

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Reads rows of a file as bodies of a resource's creation: choices by value or label, other resources' records by id
 * or, where the caller reaches just one of that name, by name. An empty cell gives nothing.
 */
export function rowReader(
  call: Omit<SignedInCall, 'db'>,
  { name, create }: Importable,
  mapping: Mapping,
  language: Language,
) {
  const body = create.endpoint.body as z.ZodObject
  const labels = labelsOf(findTextIn(language), name)
  const everyLabel = languages.map(language => labelsOf(findTextIn(language), name))
  const t = textsIn(language, 'messages')
  // What a schema has no words of its own for, zod says in the language.
  const { localeError } = z.locales[language]()
  const idsByName = new Map<string, string[]>()

  function choice(field: string, text: string, options: readonly string[]): string {
    if (options.includes(text)) return text
    return (
      options.find(option => everyLabel.some(labels => same(labels.option(field, option), text.trim()))) ??
      text
    )
  }

  async function idsNamed(resource: string, text: string, db: Db): Promise<string[]> {
    const { endpoint, handler } = resourceNamed(resource)?.list ?? {}
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
    if (!id) throw new Error(t('import.unknown', { text }))
    if (ids.length > 1) throw new Error(t('import.ambiguous', { text }))
    return id
  }

  const readers: Partial<Record<FieldKind, (field: string, schema: z.ZodType, text: string) => unknown>> = {
    number: (_field, _schema, text) => (Number.isFinite(Number(text)) ? Number(text) : text),
    boolean: (field, _schema, text) => {
      const chosen = choice(field, text.toLowerCase(), ['true', 'false'])
      return chosen === 'true' ? true : chosen === 'false' ? false : text
    },
    enum: (field, schema, text) => choice(field, text, (bare(schema) as z.ZodEnum).options.map(String)),
    list: (field, schema, text) => {
      const item = bare((bare(schema) as z.ZodArray).element as z.ZodType)
      const options = item instanceof z.ZodEnum ? item.options.map(String) : []
      const items: unknown = text.startsWith('[') ? JSON.parse(text) : text.split(',').map(one => one.trim())
      return Array.isArray(items) && options.length > 0
        ? items.map(one => choice(field, String(one), options))
        : items
    },
  }

  async function valueIn(field: string, schema: z.ZodType, text: string, db: Db): Promise<unknown> {
    const { reference } = facts(schema)
    if (reference) return idOf(reference, text, db)
    return readers[kindOf(schema)]?.(field, schema, text) ?? text
  }

  return async (cells: readonly string[], db: Db): Promise<ReadRow> => {
    const values: Record<string, unknown> = {}
    const complaints: string[] = []
    for (const [field, schema] of importedFields(body)) {
      const text = cells[mapping[field] ?? -1] ?? ''
      if (text === '') continue
      try {
        values[field] = await valueIn(field, schema, text, db)
      } catch (error) {
        complaints.push(`${labels.field(field)}: ${(error as Error).message}`)
      }
    }
    const parsed = body.safeParse(values, { error: localeError })
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = String(path[0] ?? '')
      const unread = complaints.some(complaint => complaint.startsWith(`${labels.field(field)}: `))
      if (!unread)
        complaints.push(
          field in values
            ? `${labels.field(field)}: ${message}`
            : `${labels.field(field)}: ${t('import.required')}`,
        )
    }
    return parsed.success && complaints.length === 0
      ? { body: parsed.data }
      : { reason: complaints.join('; ') }
  }
}
