/** The subset of JSON Schema that zod generates. */
interface Schema {
  type?: string | readonly string[]
  format?: string
  pattern?: string
  const?: unknown
  default?: unknown
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

const formats: Record<string, string> = {
  uuid: '0198c2f0-6a1b-7c3d-8e4f-5a6b7c8d9e0f',
  'date-time': '2026-11-20T09:30:00.000Z',
  date: '2026-11-20',
  email: 'elsa@example.org',
  uri: 'https://example.org/',
}

/** Example values by field name. */
const names: Record<string, string> = {
  name: 'Elsa Amsel',
  phone: '+49 30 901820',
  time_zone: 'Europe/Berlin',
  user_id: '1',
  password: 'correct horse battery',
  new_password: 'correct horse battery',
  username: 'elsa.amsel',
  text: 'Good morning',
  title: 'Buy milk',
}

/** Candidates for fields with a pattern; the first match is used. */
const patterned = ['08:00', '1', '123456', '+49 30 901820', 'elsa', 'starter', 'asc']

function textOf({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format && formats[format]) return formats[format]
  const candidates = [names[name], ...patterned].filter(text => text !== undefined)
  if (pattern) return candidates.find(text => new RegExp(pattern, 'u').test(text)) ?? 'text'
  return (names[name] ?? 'text').padEnd(minLength, 'x')
}

/** Ranges up to this size get their midpoint as the example. */
const small = 1_000

function numberOf({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = exclusiveMinimum === undefined ? (minimum ?? 0) : exclusiveMinimum + 1
  if (maximum !== undefined && maximum <= small && least >= -small) return Math.round((least + maximum) / 2)
  return Math.max(1, least)
}

/** An example value of a schema for the API reference. @param name name of the field */
export function exampleOf(schema: Schema, name = ''): unknown {
  const sample = schema.const ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (sample !== undefined) return sample
  const [choice] = schema.oneOf ?? schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (choice) return exampleOf(choice, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => exampleOf(part, name)))
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.find(type => type !== 'null')) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      return Object.fromEntries(fields.map(([field, of]) => [field, exampleOf(of, field)]))
    }
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema, name)
  }
}
