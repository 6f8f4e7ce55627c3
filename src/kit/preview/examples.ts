import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldMeta } from '#contract/kit/fields.ts'
import { exampleId } from './preview.ts'

/** Of zod's definitions, what is read here. */
interface Def {
  type: string
  checks?: { _zod: { def: { check: string; pattern?: RegExp; minimum?: number; maximum?: number } } }[]
  element: z.ZodType
  innerType: z.ZodType
  in: z.ZodType
  out: z.ZodType
  keyType: z.ZodType
  valueType: z.ZodType
  options: z.ZodType[]
  values: unknown[]
  entries: Record<string, string>
  shape: Record<string, z.ZodType>
  discriminator?: string
}

/** Where a value stands: its field, the fields around it, and which of a list's rows it belongs to. */
interface Place {
  name: string
  path: string
  index: number
  /** Epoch milliseconds. */
  now: number
  /** Whether the reply is about people, who have other names than things. */
  ofPeople: boolean
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def
const checksOf = (schema: z.ZodType) => (defOf(schema).checks ?? []).map(check => check._zod.def)

const rowsOfList = 8
const pointsOfSeries = 14
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const people = ['Alex', 'Bo', 'Chris', 'Dana', 'Eli', 'Fay', 'Gil', 'Hana']
const personAt = (index: number) => `${people[index % people.length]} Example`

const isAboutPeople =
  /^\/api\/(auth|users|people|admins|elderly|caregivers|family|contacts|profile|care)\b(?!.*(organizations|groups))/

const isFuture = /next|due|expires|until|valid_to|scheduled|retry|renew|trial_end|period_end/
const isMissing =
  /delet|remov|revok|ended|resolved|cancel|closed|error|fail|lost|warning|problem|default_view/
const isSeries = /series|points|days|buckets|hours|trend|by_day|over_time|timeline|daily|weekly|monthly/
const isPersonName =
  /^(?!.*(organization|device|plan|product|group|file|rule)).*(_name|person|caregiver|author|actor|owner|assignee|contact)$/

/** Texts by the name of their field; the others are examples of their own. */
const texts: readonly [RegExp, (index: number) => string][] = [
  [/^pair$/, index => ['en → es', 'es → en', 'en → fr', 'de → en'][index % 4] ?? 'en → es'],
  [/_time$|^time$/, index => `0${8 + (index % 2)}:00`],
  [/email/, index => `person${index + 1}@example.org`],
  [/phone|mobile/, index => `+44 20 7946 000${index % 10}`],
  [/username/, index => `example${index + 1}`],
  [/time_zone|timezone/, () => 'Europe/Paris'],
  [
    /locale|language|lang$|_from$|_to$|^(from|to|source|target|spoken)$/,
    index => ['en', 'es', 'fr', 'de'][index % 4] ?? 'en',
  ],
  [/^ip$|_ip$|address$/, index => `192.0.2.${index + 1}`],
  [/country/, () => 'FR'],
  [/currency/, () => 'usd'],
  [/url|link|href/, () => 'https://example.org/'],
  [/version/, () => '1.0.0'],
  [/scope/, () => 'openid'],
  [/initials/, () => 'AE'],
  [isPersonName, personAt],
]

function textAt(schema: z.ZodString, { name, path, index, now, ofPeople }: Place): string {
  const at = instantAt(name, path, index, now)
  switch (schema.format as string | null) {
    case 'uuid':
      return exampleId(index)
    case 'datetime':
      return new Date(at).toISOString()
    case 'date':
      return new Date(at).toISOString().slice(0, 10)
    case 'email':
      return `person${index + 1}@example.org`
    case 'url':
      return 'https://example.org/'
  }
  const patterns = checksOf(schema).flatMap(({ pattern }) => pattern ?? [])
  const own =
    name === 'name' && ofPeople
      ? personAt(index)
      : (texts.find(([names]) => names.test(name))?.[1](index) ?? `Example ${index + 1}`)
  const fits = (text: string) => patterns.every(pattern => pattern.test(text))
  const coded = ['08:00', '2026-06', '#1677ff', 'example', 'EXAMPLE1', '0123456789abcdef', '112', '/']
  const text = [own, ...coded].find(fits) ?? own
  return text.slice(0, schema.maxLength ?? undefined).padEnd(schema.minLength ?? 0, 'x')
}

/** When an event of a row happened: rows of a list from new to old, points of a series from old to new. */
function instantAt(name: string, path: string, index: number, now: number): number {
  if (isSeries.test(path)) return now - (pointsOfSeries - index) * dayMs
  if (/^(from|start|since)$/.test(name)) return now - 30 * dayMs
  if (/^(to|end)$/.test(name)) return now
  return isFuture.test(name) ? now + (index + 1) * 6 * hourMs : now - (index + 1) * hourMs
}

function numberAt(schema: z.ZodNumber, { name, path, index }: Place): number {
  const { minValue, maxValue, format } = schema
  const isWhole = format === 'safeint' || format === 'int32'
  const wave = 24 + ((index * 7) % 11) * 3
  const typical = /percent|rate|share|battery|progress|coverage|score|probability|confidence|risk/.test(name)
    ? maxValue !== null && maxValue <= 1
      ? 0.2 + (index % 7) / 10
      : 60 + ((index * 11) % 37)
    : /total|count|rows/.test(name) && !isSeries.test(path)
      ? rowsOfList
      : /ms$|milliseconds|latency/.test(name)
        ? wave * 10
        : wave
  const within = Math.min(Math.max(typical, minValue ?? typical), maxValue ?? typical)
  return isWhole ? Math.round(within) : within
}

function lengthAt(schema: z.ZodType, { name, path }: Place): number {
  const limit = (check: string) => checksOf(schema).find(own => own.check === check)
  const wanted = isSeries.test(name) ? pointsOfSeries : path.includes('.') ? 3 : rowsOfList
  const length = limit('length_equals') as { length?: number } | undefined
  const most = Math.min(wanted, limit('max_length')?.maximum ?? wanted)
  return length?.length ?? Math.max(most, limit('min_length')?.minimum ?? 0)
}

const inner = (place: Place, name: string, index = place.index): Place => ({
  ...place,
  name,
  path: place.path ? `${place.path}.${name}` : name,
  index,
})

/** A set of distinct values, in which an array of choices has each once. */
function listAt(schema: z.ZodType, place: Place): unknown[] {
  const { element } = defOf(schema)
  const items = Array.from({ length: lengthAt(schema, place) }, (_, index) =>
    exampleOf(element, { ...place, index }),
  )
  return typeof items[0] === 'object' ? items : [...new Set(items)]
}

function recordAt(schema: z.ZodType, place: Place): Record<string, unknown> {
  const { keyType, valueType } = defOf(schema)
  const keys = defOf(keyType).type === 'enum' ? Object.values(defOf(keyType).entries) : ['example']
  return Object.fromEntries(keys.map((key, index) => [key, exampleOf(valueType, inner(place, key, index))]))
}

/** A value that a schema accepts, as an example: the same for the same place and time. */
export function exampleOf(schema: z.ZodType, place: Place): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return textAt(schema as z.ZodString, place)
    case 'number':
      return numberAt(schema as z.ZodNumber, place)
    case 'boolean':
      return !/delet|remov|revok|missing|locked|failed|is_estimate|dry_run|suspended/.test(place.name)
    case 'enum': {
      const values = Object.values(def.entries)
      return values[place.index % values.length]
    }
    case 'literal':
      return def.values[0]
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return exampleOf(def.innerType, place)
    case 'nullable':
      return isMissing.test(place.name) ? null : exampleOf(def.innerType, place)
    case 'array':
      return listAt(schema, place)
    case 'record':
      return recordAt(schema, place)
    case 'union':
      return exampleOf(
        def.options[def.discriminator ? place.index % def.options.length : 0] as z.ZodType,
        place,
      )
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [
          name,
          fieldMeta(field).reference ? exampleId(place.index) : exampleOf(field, inner(place, name)),
        ]),
      )
    case 'pipe':
      return exampleOf(defOf(def.in).type === 'transform' ? def.out : def.in, place)
    case 'unknown':
    case 'any':
      return 'Example'
    case 'null':
      return null
    case 'void':
    case 'undefined':
      return undefined
    default:
      throw new Error(`No example is known for ${def.type}`)
  }
}

/**
 * An example of an endpoint's reply, made from its schema alone.
 * @param asked the call's parameters, which the reply repeats where it has fields of the same name
 */
export function exampleReply(
  endpoint: Endpoint,
  asked: Record<string, unknown> = {},
  now = Date.now(),
): unknown {
  const ofPeople = isAboutPeople.test(endpoint.path)
  const reply = exampleOf(endpoint.reply, { name: '', path: '', index: 0, now, ofPeople })
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return reply
  const { listing } = endpoint
  if (listing) return { ...reply, total: rowsOfList, ...(listing.keyset && { next: null }) }
  const repeated = Object.entries(asked).filter(
    ([name, value]) => name in reply && typeof value === typeof reply[name as keyof typeof reply],
  )
  return { ...reply, ...Object.fromEntries(repeated) }
}
