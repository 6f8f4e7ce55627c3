import { z } from 'zod'
import { languages } from './language.ts'
import { type Role, roles } from './permissions.ts'

/** What the screens need to know of a field beyond its type; carried by the schema as metadata. */
export interface FieldMeta {
  /** The resource whose id this field holds. */
  reference?: string
  /** Phone, address, e-mail or health: hidden (null) from callers whose grant says so. */
  personal?: boolean
  /** No two records have the same: a duplicate begins without it. */
  unique?: boolean
  /** A secret that is shown once and can be made anew: a record whose secret nobody saw is not lost. */
  renewable?: boolean
  /** Its choices have no order of their own: each reader finds them by the alphabet of their language. */
  unordered?: boolean
  /** A text of several lines. */
  multiline?: boolean
  unit?: 'percent' | 'seconds' | 'milliseconds'
}

/** UUIDv7, made by the application. */
export const Id = z.uuid()
/** ISO 8601 with Z, milliseconds. */
export const Instant = z.iso.datetime()
/** Calendar day, YYYY-MM-DD. */
export const Day = z.iso.date()
/** The integer by which the description's calls name a person. */
export const UserId = z.int().positive()
/** Names a person: by their `user_id`, or by their id. */
export const PersonKey = z
  .string()
  .regex(/^([1-9]\d{0,8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, 'Must be a user_id or an id')
export const RoleName = z.enum(roles as readonly [Role, ...Role[]])

export const Name = z.string().trim().min(1).max(120)
export const Email = z.email().max(254)
export const phonePattern = /^\+?[0-9 ()./-]{3,30}$/
export const Phone = z.string().trim().regex(phonePattern, 'Must be a phone number')
export const timeOfDayPattern = /^([01]\d|2[0-3]):[0-5]\d$/
export const TimeOfDay = z.string().regex(timeOfDayPattern, 'Must be a time of day, HH:MM')
const zones = new Map<string, boolean>()

/** Whether a name of the IANA database, its older names included; asked once for each name, because `Intl` is slow. */
function isTimeZone(name: string): boolean {
  let known = zones.get(name)
  if (known === undefined) {
    try {
      known = Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    } catch {
      known = false
    }
    if (zones.size < 1_000) zones.set(name, known)
  }
  return known
}

export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { message: 'Must be an IANA time zone', params: { code: 'timeZone' } })

/** A language to be spoken to in. */
export const Locale = z.enum(languages).meta({ unordered: true } satisfies FieldMeta)

/** A field that holds another resource's id. */
export const reference = (resource: string) => Id.meta({ reference: resource } satisfies FieldMeta)
/** A field that may be hidden from the caller, and then is null. */
export const personal = <S extends z.ZodType>(schema: S) =>
  schema.nullable().meta({ personal: true } satisfies FieldMeta)

/** A field in which no two records are the same. */
export const unique = <S extends z.ZodType>(schema: S) => schema.meta({ unique: true } satisfies FieldMeta)

/** The innermost schema under optional, nullable, default and the like. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault
  ) {
    inner = inner.unwrap() as z.ZodType
  }
  return inner
}

/** The facts attached to a field at any depth of optional and nullable. */
export function fieldMeta(schema: z.ZodType): FieldMeta {
  const own = (schema.meta() ?? {}) as FieldMeta
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
      ? fieldMeta(schema.unwrap() as z.ZodType)
      : {}
  return { ...inner, ...own }
}

export type FieldKind = 'enum' | 'boolean' | 'number' | 'instant' | 'day' | 'id' | 'list' | 'object' | 'text'

/** The kind of value a field holds: it decides its filters, its input and its column. */
export function fieldKind(schema: z.ZodType): FieldKind {
  const inner = unwrapSchema(schema)
  if (inner instanceof z.ZodEnum) return 'enum'
  if (inner instanceof z.ZodBoolean) return 'boolean'
  if (inner instanceof z.ZodNumber) return 'number'
  if (inner instanceof z.ZodArray) return 'list'
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return 'object'
  const format = inner instanceof z.ZodStringFormat ? inner.format : ''
  if (format === 'datetime') return 'instant'
  if (format === 'date') return 'day'
  if (format === 'uuid') return 'id'
  return 'text'
}
