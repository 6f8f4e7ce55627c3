import { z } from 'zod'
import { Problem } from '#server/kit/problem.ts'

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

export const mediaType = 'application/scim+json'

/** Detail error keywords of RFC 7644, section 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** A problem with its SCIM keyword; other problems get theirs from their status. */
export class ScimError extends Problem {
  readonly scimType: ScimType
  constructor(scimType: ScimType, detail: string, status = 400) {
    super(status, detail)
    this.scimType = scimType
  }
}

/** Attributes by the fields of our records. */
const attributes: Record<string, string> = {
  email: 'emails.value',
  name: 'displayName',
  display_name: 'displayName',
  phone: 'phoneNumbers.value',
  role: 'roles.value',
}

function keywordOf(problem: Problem): ScimType | undefined {
  if (problem instanceof ScimError) return problem.scimType
  if (problem.status === 422) return 'invalidValue'
  if (problem.status === 409 && problem.errors?.[0]?.code === 'taken') return 'uniqueness'
  return problem.status === 400 ? 'invalidSyntax' : undefined
}

/** A problem as an error of RFC 7644: invalid values are 400, and the detail names the attribute. */
export function scimError(problem: Problem) {
  const status = problem.status === 422 ? 400 : problem.status
  const [error] = problem.errors ?? []
  const field = error?.pointer.slice(2).replaceAll('/', '.')
  const scimType = keywordOf(problem)
  return {
    status,
    body: {
      schemas: [schemas.error],
      status: String(status),
      ...(scimType && { scimType }),
      detail: error && field ? `${attributes[field] ?? field}: ${error.detail}` : problem.message,
    },
  }
}

/** Parses a body. @throws ScimError that names the first invalid attribute */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  const [issue] = error.issues
  const path = issue?.path.join('.')
  throw new ScimError('invalidValue', path ? `${path}: ${issue?.message}` : String(issue?.message))
}

/** Spellings of attribute names, which are case-insensitive. */
const spellings = new Map(
  [
    ...['schemas', 'Operations', 'op', 'path', 'value', 'id', 'externalId', 'userName', 'displayName'],
    ...['name', 'formatted', 'givenName', 'familyName', 'emails', 'phoneNumbers', 'type', 'primary'],
    ...['active', 'roles', 'members'],
  ].map(name => [name.toLowerCase(), name]),
)

/** An attribute name or path with the names spelled as in the schema. */
export const spellPath = (path: string): string =>
  path.replace(/"(?:[^"\\]|\\.)*"|\w+/g, part => spellings.get(part.toLowerCase()) ?? part)

/** A document with its attribute names spelled as in the schema. */
export function spellNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spellNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      spellings.get(name.toLowerCase()) ?? name,
      spellNames(inner),
    ]),
  )
}

/** Maximum number of resources in a page. */
export const maxPage = 200
const maxOffset = 1_000_000_000

const whole = z.coerce.number().int()

/** The parameters of a list. Numbers below the minimum count as the minimum (RFC 7644, section 3.4.2.4). */
const ListQuery = z.object({
  filter: z.string().optional(),
  startIndex: whole.default(1).transform(index => Math.min(Math.max(index, 1), maxOffset)),
  count: whole.default(maxPage).transform(count => Math.min(Math.max(count, 0), maxPage)),
})
export type ListQuery = z.output<typeof ListQuery>
export const parseListQuery = (query: unknown): ListQuery => parseBody(ListQuery, query)

export const listResponse = (resources: readonly object[], totalResults: number, startIndex = 1) => ({
  schemas: [schemas.list],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const rootsOf = (names: unknown): string[] =>
  typeof names === 'string'
    ? names.split(',').map(name => (name.trim().split(':').at(-1) ?? '').split('.')[0]?.toLowerCase() ?? '')
    : []

/** Leaves out attributes as the query asks, of a resource or of those in a list. `id` and `schemas` are always shown. */
export function project<Resource extends object>(resource: Resource, query: unknown): Partial<Resource> {
  const { attributes, excludedAttributes } = query as Record<string, unknown>
  const [only, without] = [rootsOf(attributes), rootsOf(excludedAttributes)]
  const isShown = (name: string) =>
    ['id', 'schemas'].includes(name) ||
    ((only.length === 0 || only.includes(name.toLowerCase())) && !without.includes(name.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name))) as Partial<Resource>
}

/** Whether a query leaves the members of groups out: reading them is the expensive part. */
export const showsMembers = (query: unknown): boolean => 'members' in project({ members: [] }, query)
