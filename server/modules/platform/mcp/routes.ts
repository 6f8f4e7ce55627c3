import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mcpPath } from '#contract/platform/mcp.ts'
import { Problem, unauthenticated } from '#server/kit/problem.ts'
import { mayCall } from '#server/kit/route.ts'
import type { Services } from '#server/services.ts'
import { openCalls } from './calls.ts'
import { createMcpServer } from './server.ts'
import { createTools } from './tools.ts'

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
  // Made by the first request: their schemas take a noticeable part of a start.
  let tools: ReturnType<typeof createTools> | undefined

  app.route({
    method: 'POST',
    url: mcpPath,
    schema: { hide: true },
    onRequest: async ({ actor, program }) => {
      if (!actor && !program) throw unauthenticated()
    },
    handler: async (request, reply) => {
      const calls = openCalls(app, services, request)
      tools ??= createTools()
      const server = createMcpServer(tools, ({ endpoint }) => mayCall(endpoint, request), calls)
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
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
