import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { paramNames } from '#contract/kit/urls.ts'
import { name, version } from '#server/version.ts'
import type { Answer, Calls, ToolInput } from './calls.ts'
import type { Tool } from './tools.ts'

const scheme = 'voicedeck://'

const instructions = `Every tool is a call of the API and has its permissions and limits. Lists take filters, _sort, _order,
_start and _end in query. A tool that changes or removes something is a dry run first: it answers with the difference
and confirm; call it again with the same arguments and that confirm to apply it. The answer then names the tool that
undoes it. Bulk changes run as jobs: follow them with bulk_show. Every call is written to the activity log.`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const resultOf = ({ ok, reply }: Answer): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(reply) }],
  ...(isObject(reply) && { structuredContent: reply }),
  ...(!ok && { isError: true }),
})

/** The address of a call as a resource: that of the API, with its filters in the query. */
const uriOf = ({ endpoint }: Tool) => scheme + endpoint.path.slice(1)

/** Records, lists and figures: whatever can be read by an address alone. */
const isResource = ({ endpoint }: Tool) => endpoint.method === 'GET'
const isTemplate = ({ endpoint }: Tool) => endpoint.path.includes('{')

/** A text that is not percent-encoded UTF-8 stays as it is, and names no record. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The call and arguments that a resource's URI stands for; null if there is none. */
function readUri(uri: string, tools: readonly Tool[]): { tool: Tool; input: ToolInput } | null {
  if (!uri.startsWith(scheme) || !URL.canParse(uri.slice(scheme.length), 'http://resource')) return null
  const { pathname, searchParams } = new URL(uri.slice(scheme.length), 'http://resource')
  const query: Record<string, string[]> = {}
  for (const [name, value] of searchParams) query[name] = [...(query[name] ?? []), value]
  const segments = pathname.split('/')
  // An address without parameters is the nearer one: `/api/devices/status` is no device.
  for (const tool of tools.toSorted((a, b) => Number(isTemplate(a)) - Number(isTemplate(b)))) {
    const parts = tool.endpoint.path.split('/')
    if (parts.length !== segments.length) continue
    if (!parts.every((part, index) => part.startsWith('{') || part === segments[index])) continue
    const params = paramNames(tool.endpoint.path)
    const values = parts.flatMap((part, index) => (part.startsWith('{') ? [segments[index] ?? ''] : []))
    return {
      tool,
      input: {
        ...Object.fromEntries(params.map((name, at) => [name, decoded(values[at] ?? '')])),
        query,
      },
    }
  }
  return null
}

/** What was changed, with the call that undoes it. */
function withInverse({ inverse }: Tool, input: ToolInput, proposal: Answer, answer: Answer): Answer {
  if (!inverse || !answer.ok) return answer
  const reply = isObject(answer.reply) ? answer.reply : {}
  const { changes = [] } = (proposal.reply ?? {}) as { changes?: { details: { before?: unknown } }[] }
  const before = changes[0]?.details.before
  const id = inverse === 'bulk_undo' ? reply.id : input.id
  const isUpdate = inverse.endsWith('_update')
  if (isUpdate && !isObject(before)) return answer
  const undo = { tool: inverse, arguments: { id, ...(isUpdate && { body: before }) } }
  return { ...answer, reply: { ...reply, undo } }
}

/** An MCP server for one request: it offers what the caller may do, and nothing else. */
export function createMcpServer(
  tools: ReadonlyMap<string, Tool>,
  mayCall: (tool: Tool) => boolean,
  calls: Calls,
) {
  const offered = [...tools.values()].filter(mayCall)
  const find = (name: string | null) => offered.find(tool => tool.name === name)
  const listOf = (tool: Tool) => find(tool.name.replace(/_(update|remove)_many$/, '_list'))
  const server = new Server(
    { name, version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructions.replaceAll('\n', ' ') },
  )

  async function change(tool: Tool, input: ToolInput): Promise<Answer> {
    const { confirm, ...rest } = input
    const list = tool.endpoint.kind === 'bulk' ? listOf(tool) : undefined
    const selected = list && (await calls.selectRows(list, rest))
    if (selected && !selected.sample.ok) return selected.sample
    const asked = selected?.input ?? rest
    const sample = selected && isObject(selected.sample.reply) ? selected.sample.reply : {}
    const rows = sample[list?.endpoint.listing?.rows ?? '']
    const proposal = await calls.propose(tool, asked, rows)
    if (!proposal.ok || confirm === undefined) return proposal
    const answer = await calls.send(tool.endpoint, asked, { 'x-confirm': confirm })
    return withInverse(tool, asked, proposal, answer)
  }

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.map(({ name, endpoint, inputSchema, annotations, isConfirmed }) => ({
      name,
      description: isConfirmed ? `${endpoint.summary}. A dry run until confirmed.` : endpoint.summary,
      inputSchema,
      annotations,
    })),
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = find(params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name} for this caller`)
    const input = (params.arguments ?? {}) as ToolInput
    const unknown = Object.keys(input).filter(name => !Object.hasOwn(tool.inputSchema.properties ?? {}, name))
    if (unknown.length > 0)
      throw new McpError(ErrorCode.InvalidParams, `${params.name} does not know ${unknown.join(', ')}`)
    if (tool.endpoint.method === 'GET') return resultOf(await calls.read(tool.name, tool.endpoint, input))
    return resultOf(tool.isConfirmed ? await change(tool, input) : await calls.send(tool.endpoint, input))
  })

  const resources = offered.filter(isResource)
  const described = (tool: Tool) => ({
    name: tool.name,
    title: tool.endpoint.summary,
    mimeType: 'application/json',
  })

  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources
      .filter(tool => !isTemplate(tool) && !tool.inputSchema.required?.length)
      .map(tool => ({ uri: uriOf(tool), ...described(tool) })),
  }))

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: resources
      .filter(isTemplate)
      .map(tool => ({ uriTemplate: uriOf(tool), ...described(tool) })),
  }))

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const resource = readUri(uri, resources)
    const answer = resource && (await calls.read(resource.tool.name, resource.tool.endpoint, resource.input))
    if (!answer?.ok) {
      const detail =
        (answer?.reply as { detail?: string } | undefined)?.detail ?? 'This resource does not exist'
      throw new McpError(answer?.status === 404 || !answer ? -32_002 : ErrorCode.InvalidRequest, detail)
    }
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(answer.reply) }] }
  })

  return server
}
