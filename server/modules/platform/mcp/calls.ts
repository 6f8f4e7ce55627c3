import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BulkRequest } from '#contract/kit/bulk.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { paramNames } from '#contract/kit/urls.ts'
import { urlOf } from '#contract/kit/wire.ts'
import { auditedTransaction } from '#server/kit/audit.ts'
import type { Proposal } from '#server/kit/dry-run.ts'
import type { Services } from '#server/services.ts'
import type { Tool } from './tools.ts'

/** The arguments of a tool: the parameters of the path, and what the contract names by these words. */
export interface ToolInput {
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  confirm?: string
  [param: string]: unknown
}

export interface Answer {
  ok: boolean
  status: number
  /** The reply, or the problem document. */
  reply: unknown
}

type Headers = Record<string, string>

/** Rows of a bulk change that are shown in its dry run. */
const sampleSize = 20

/** Credentials and language of the caller, as they came. */
const forwarded = ({ headers }: FastifyRequest): Headers =>
  Object.fromEntries(
    ['authorization', 'x-api-key', 'accept-language', 'user-agent'].flatMap(name => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** Makes the calls of one request to the MCP server. Each goes through its own route, as if it came from outside. */
export function openCalls(app: FastifyInstance, services: Services, request: FastifyRequest) {
  async function send(endpoint: Endpoint, input: ToolInput, headers: Headers = {}): Promise<Answer> {
    const { query, body } = input
    const params = Object.fromEntries(
      paramNames(endpoint.path).map(name => [name, String(input[name] ?? '')]),
    )
    const response = await app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, { params, query: query as never }),
      headers: { ...forwarded(request), ...headers },
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body }),
    })
    const isJson = /\bjson\b/.test(String(response.headers['content-type']))
    return {
      ok: response.statusCode < 400,
      status: response.statusCode,
      reply: isJson ? response.json() : null,
    }
  }

  /** Writes a read to the activity log, as changes are by themselves. Values of filters are left out: they may be personal. */
  async function auditRead(name: string, { access, path }: Endpoint, input: ToolInput): Promise<void> {
    const actor = request.actor ?? request.program
    const origin = { actor, requestId: request.id, ip: request.ip, source: 'server' } as const
    const resourceType = typeof access === 'string' ? (path.split('/')[2] ?? 'api') : access.area
    const entry = {
      action: 'view',
      resourceType,
      resourceId: typeof input.id === 'string' ? input.id : null,
      details: { tool: name, path, filters: Object.keys(input.query ?? {}) },
    } as const
    await auditedTransaction(
      services,
      origin,
      async (_db, audit) => audit(entry),
      () => [],
    )
  }

  async function readAndAudit(name: string, endpoint: Endpoint, input: ToolInput): Promise<Answer> {
    const answer = await send(endpoint, input)
    if (answer.ok) await auditRead(name, endpoint, input)
    return answer
  }

  /** Adds the number of rows to a bulk request, and shows some of them. */
  async function selectRows(list: Tool, input: ToolInput): Promise<{ input: ToolInput; sample: Answer }> {
    const { ids, query } = (input.body ?? {}) as Partial<BulkRequest>
    const filters = (query ?? { id: ids ?? [] }) as Record<string, unknown>
    const sample = await readAndAudit(list.name, list.endpoint, {
      query: { ...filters, _start: 0, _end: sampleSize },
    })
    const { total } = (sample.reply ?? {}) as { total?: number }
    return { input: { ...input, body: { count: total, ...input.body } }, sample }
  }

  /** What a call would change, without changing it. */
  async function propose(tool: Tool, input: ToolInput, rows?: unknown): Promise<Answer> {
    const answer = await send(tool.endpoint, input, { 'x-dry-run': '1' })
    if (!answer.ok) return answer
    const { confirm, changes } = answer.reply as Proposal
    const next = `Nothing was changed. To apply it, call ${tool.name} again with the same arguments and confirm.`
    return {
      ...answer,
      reply: { dry_run: true, changes, ...(rows !== undefined && { rows }), confirm, next },
    }
  }

  return { send, read: readAndAudit, propose, selectRows }
}

export type Calls = ReturnType<typeof openCalls>
