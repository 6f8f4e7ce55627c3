import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint, Stream } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { webhookEvents } from '#contract/platform/webhook-events.ts'
import { description, name, version } from '../version.ts'
import { exampleOf } from './openapi-example.ts'

/** Removes patterns that only repeat a format, which would make up most of the document. */
function stripRedundantPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(stripRedundantPatterns)
  if (typeof schema !== 'object' || schema === null) return schema
  const dropped = 'format' in schema ? ['pattern', '$schema'] : ['$schema']
  const entries = Object.entries(schema).filter(([name]) => !dropped.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, stripRedundantPatterns(value)]))
}

/** A schema with an example value. */
const withExample = (schema: unknown) => {
  const shown = stripRedundantPatterns(schema) as object
  return { ...shown, examples: [exampleOf(shown)] }
}

const problem = {
  description: 'The call was refused (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** The error statuses of an endpoint, as far as the contract implies them. */
function refusals({ access, path, method, body }: Endpoint): string[] {
  return [
    ...(access === 'public' ? [] : ['401']),
    ...(typeof access === 'string' ? [] : ['403']),
    ...(path.includes('{') ? ['404'] : []),
    ...(method === 'PUT' || method === 'PATCH' ? ['412'] : []),
    ...(body instanceof z.ZodUndefined ? [] : ['400', '409']),
    '422',
    '429',
  ]
}

/** The data schema of each event, by event name. */
const eventStream = ({ events }: Stream) => ({
  description: 'Server-Sent Events until either side closes the connection',
  content: {
    'text/event-stream': {
      schema: {
        oneOf: Object.entries(events).map(([title, schema]) => ({
          title,
          ...(stripRedundantPatterns(z.toJSONSchema(schema)) as object),
        })),
      },
    },
  },
})

const headerParameter = (name: string, description: string, type = 'string') => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type },
})

/** The messages that are posted to webhook endpoints, by event type. */
const webhooks = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(webhookEvents).map(([type, event]) => {
      const schema = withExample(z.toJSONSchema(event))
      const operation = {
        summary: event.meta()?.description ?? type,
        tags: ['webhooks'],
        parameters: [
          headerParameter('webhook-id', 'Id of the event, the same in every attempt'),
          headerParameter('webhook-timestamp', 'Time of the attempt in seconds of the epoch', 'integer'),
          headerParameter('webhook-signature', 'Signatures after Standard Webhooks, separated by spaces'),
        ],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '2XX': { description: 'Received; every other answer is retried, 410 disables the endpoint' },
        },
      }
      return [type, { post: operation }]
    }),
  )

/** The API reference, an application of its own: its library holds 17 MB of source, so it is loaded by the first reader. */
async function openReader(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const reader = Fastify()
  await reader.register(reference, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json' },
  })
  await reader.ready()
  return reader
}
let reader: Promise<FastifyInstance> | undefined

/** Serves the contract as OpenAPI at `/api/openapi.json`, and an API reference at `/api/docs`. */
export const openapi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: name,
        description,
        version,
        license: { name: 'MIT' },
      },
      webhooks: webhooks(),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          ticket: { type: 'apiKey', in: 'query', name: 'ticket' },
          api_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
        schemas: { Problem: stripRedundantPatterns(z.toJSONSchema(Problem)) as object },
      },
    },
    transform: input => {
      const { schema, url } = jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0])
      const { endpoint } = input.route.config ?? {}
      if (!endpoint) return { schema: { ...schema, hide: true }, url }
      return {
        url,
        schema: {
          ...(stripRedundantPatterns(schema) as object),
          ...(schema.body !== undefined && !endpoint.consumes && { body: withExample(schema.body) }),
          tags: [url.split('/')[2] ?? 'api'],
          ...(endpoint.access !== 'public' && {
            security: [
              { [endpoint.kind === 'stream' ? 'ticket' : 'bearer']: [] },
              ...(endpoint.scope ? [{ api_key: [endpoint.scope] }] : []),
            ],
          }),
          response: {
            ...Object.fromEntries(
              Object.entries(schema.response ?? {}).map(([status, reply]) => [status, withExample(reply)]),
            ),
            ...(endpoint.kind === 'stream' && { 200: eventStream(endpoint as Stream) }),
            ...(endpoint.status === 204 && { 204: { type: 'null', description: 'Done' } }),
            ...Object.fromEntries(refusals(endpoint).map(status => [status, problem])),
          },
        },
      }
    },
  })
  app.get('/api/openapi.json', { logLevel: 'warn' }, async () => app.swagger())
  for (const url of ['/api/docs', '/api/docs/*'])
    app.get(url, { logLevel: 'warn' }, async (request, reply) => {
      reader ??= openReader()
      const { statusCode, headers, rawPayload } = await (await reader).inject(request.url)
      const { 'content-type': type, location, 'cache-control': caching } = headers
      return reply
        .code(statusCode)
        .headers(JSON.parse(JSON.stringify({ 'content-type': type, location, 'cache-control': caching })))
        .send(rawPayload)
    })
})
