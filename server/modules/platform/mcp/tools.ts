import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import * as alerts from '#contract/alerts/index.ts'
import * as analytics from '#contract/analytics/index.ts'
import * as billing from '#contract/billing/index.ts'
import * as care from '#contract/care/index.ts'
import * as conversations from '#contract/conversations/index.ts'
import * as devices from '#contract/devices/index.ts'
import * as identity from '#contract/identity/index.ts'
import { bulk } from '#contract/kit/bulk.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { paramNames } from '#contract/kit/urls.ts'
import * as localisation from '#contract/localisation/index.ts'
import * as people from '#contract/people/index.ts'
import * as platform from '#contract/platform/index.ts'
import { isFile, isOutsideTransaction } from '#server/kit/handlers.ts'
import { findHandler } from '#server/kit/resources.ts'

interface JsonObject {
  type: 'object'
  properties?: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}

/** A call of the API as a tool. */
export interface Tool {
  name: string
  endpoint: Endpoint
  inputSchema: JsonObject
  annotations: ToolAnnotations
  /** Whether it takes effect only after a dry run was confirmed. */
  isConfirmed: boolean
  /** The tools that undo what this one does: of a change the same one, of a removal that which restores. */
  inverse: string | null
}

const domains = [
  alerts,
  analytics,
  billing,
  care,
  conversations,
  devices,
  identity,
  localisation,
  people,
  platform,
  { bulk },
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Sign-in, sessions and second factors are for people and their console. */
const isOwnAccount = ({ path }: Endpoint) => path.startsWith('/api/auth/') || path.startsWith('/api/2fa/')

/** Calls with one JSON document as answer, and at most one as body, by an address of their own. */
function isCallable(endpoint: Endpoint): boolean {
  const { access, kind, consumes, reply, status } = endpoint
  if (access === 'public' || consumes || kind === 'stream') return false
  if (kind === 'rest' || kind === 'groups') return false
  return !isOwnAccount(endpoint) && (!(reply instanceof z.ZodVoid) || status === 204)
}

/**
 * What replaces or removes something waits for a confirmation; raising and acknowledging alarms, which must not wait,
 * and undoing do not.
 */
function needsConfirmation(name: string, { method, access, kind, unlimited }: Endpoint): boolean {
  if (unlimited || method === 'GET' || name === 'restore' || name === 'undo') return false
  if (method !== 'POST' || kind === 'bulk') return true
  return typeof access !== 'string' && ['update', 'delete', 'approve'].includes(access.action)
}

/** `translationSessions` → `translation_sessions` */
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** A schema as models read it: without the patterns that only repeat a format. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== 'object' || schema === null) return schema
  const left = 'format' in schema ? ['pattern', '$schema'] : ['$schema']
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => (left.includes(name) ? [] : [[name, plain(value)]])),
  )
}

const jsonSchema = (schema: z.ZodType) =>
  plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as JsonObject

/** The query of a list without files, which a tool cannot hand over. */
function queryOf({ query, listing }: Endpoint): JsonObject {
  const { properties = {}, ...schema } = jsonSchema(query)
  const kept = Object.entries(properties).filter(
    ([name]) => !(listing && ['_format', '_columns', '_language'].includes(name)),
  )
  return { ...schema, properties: Object.fromEntries(kept) }
}

function bodyOf({ body, kind }: Endpoint): JsonObject {
  const { required = [], ...schema } = jsonSchema(body)
  // The dry run counts the rows.
  return { ...schema, required: kind === 'bulk' ? required.filter(name => name !== 'count') : required }
}

const confirmation = {
  type: 'string',
  description: 'The `confirm` of a dry run of the same call. Without it nothing is changed.',
}

function inputSchema(endpoint: Endpoint, isConfirmed: boolean): JsonObject {
  const params = paramNames(endpoint.path)
  const query = queryOf(endpoint)
  const hasBody = !(endpoint.body instanceof z.ZodUndefined)
  const properties = {
    ...Object.fromEntries(params.map(name => [name, { type: 'string' }])),
    ...(Object.keys(query.properties ?? {}).length > 0 && { query }),
    ...(hasBody && { body: bodyOf(endpoint) }),
    ...(isConfirmed && { confirm: confirmation }),
  }
  const needed = [
    ...params,
    ...(query.required?.length ? ['query'] : []),
    ...(hasBody && !endpoint.body.safeParse(undefined).success ? ['body'] : []),
  ]
  return { type: 'object', properties, required: needed, additionalProperties: false }
}

function annotationsOf({ method, summary, kind }: Endpoint, isConfirmed: boolean): ToolAnnotations {
  const isRead = method === 'GET'
  return {
    title: summary,
    readOnlyHint: isRead,
    destructiveHint: isConfirmed,
    idempotentHint: kind !== 'bulk' && method !== 'POST',
    openWorldHint: false,
  }
}

function inverseOf(group: string, name: string, names: readonly string[]): string | null {
  if (name === 'updateMany' || name === 'removeMany') return 'bulk_undo'
  if (name === 'update') return `${group}_update`
  return name === 'remove' && names.includes('restore') ? `${group}_restore` : null
}

function toolsOf(groupName: string, calls: Record<string, unknown>): Tool[] {
  const group = snakeCase(groupName)
  return Object.entries(calls).flatMap(([name, endpoint]) => {
    if (!isEndpoint(endpoint) || !isCallable(endpoint)) return []
    const isConfirmed = needsConfirmation(name, endpoint)
    if (!isServed(endpoint, isConfirmed)) return []
    return {
      name: `${group}_${snakeCase(name)}`,
      endpoint,
      inputSchema: inputSchema(endpoint, isConfirmed),
      annotations: annotationsOf(endpoint, isConfirmed),
      isConfirmed,
      inverse: inverseOf(group, name, Object.keys(calls)),
    }
  })
}

/** Left out are files, and what would have to be confirmed but cannot be tried. */
function isServed(endpoint: Endpoint, isConfirmed: boolean): boolean {
  if (endpoint.kind === 'bulk') return true
  const handler = findHandler(endpoint)
  return !isFile(handler) && !(isConfirmed && isOutsideTransaction(handler))
}

/** The calls of the contract as tools, by name; to be made after all modules are registered. */
export const createTools = (): ReadonlyMap<string, Tool> =>
  new Map(
    domains
      .flatMap(domain => Object.entries(domain as Record<string, unknown>))
      .flatMap(([name, group]) =>
        typeof group === 'object' && group !== null ? toolsOf(name, group as Record<string, unknown>) : [],
      )
      .map(tool => [tool.name, tool]),
  )
