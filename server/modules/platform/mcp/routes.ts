import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mcpPath } from '#contract/platform/mcp.ts'
import { Problem, unauthenticated } from '#server/kit/problem.ts'
import { mayCall } from '#server/kit/route.ts'
import type { Services } from '#server/services.ts'
import { openCalls } from './calls.ts'

/** The headers that the protocol reads. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id']

function asWebRequest({ headers, method }: FastifyRequest): Request {
  const kept = protocolHeaders.flatMap(name => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request(`http://localhost${mcpPath}`, { method, headers: kept })
}

/**
 * The Model Context Protocol by streamable HTTP (revision 2025-11-25), stateless: each request gets a server of its own,
 * whose calls go through the routes of the API with the caller's own credentials.
 */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  // By the first request: the library and the schemas of the tools take memory and a noticeable part of a start.
  const load = async () => {
    const [{ WebStandardStreamableHTTPServerTransport: Transport }, { createMcpServer }, { createTools }] =
      await Promise.all([
        import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
        import('./server.ts'),
        import('./tools.ts'),
      ])
    return { Transport, createMcpServer, tools: createTools() }
  }
  let loaded: ReturnType<typeof load> | undefined

  app.route({
    method: 'POST',
    url: mcpPath,
    schema: { hide: true },
    onRequest: async ({ actor, program }) => {
      if (!actor && !program) throw unauthenticated()
    },
    handler: async (request, reply) => {
      const calls = openCalls(app, services, request)
      loaded ??= load()
      const { Transport, createMcpServer, tools } = await loaded
      const server = createMcpServer(tools, ({ endpoint }) => mayCall(endpoint, request), calls)
      const transport = new Transport({ enableJsonResponse: true })
      await server.connect(transport)
      try {
        const response = await transport.handleRequest(asWebRequest(request), { parsedBody: request.body })
        return reply
          .code(response.status)
          .headers(Object.fromEntries(response.headers))
          .serializer((text: string) => text)
          .send(await response.text())
      } finally {
        await server.close()
      }
    },
  })

  // Without state there is no stream to open and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: mcpPath,
    schema: { hide: true },
    handler() {
      throw new Problem(405, 'This server keeps no sessions: send messages with POST', {
        headers: { allow: 'POST' },
      })
    },
  })
}
