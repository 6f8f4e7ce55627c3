import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { metrics, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { FastifyInstance } from 'fastify'
import { setTracing, type TracedStatement, type Tracer } from './kit/trace.ts'
import { name } from './version.ts'

/** Buckets in seconds, as the semantic conventions advise. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** Maximum length of a statement's text; those of bulk writes repeat their placeholders. */
const maxTextLength = 2_000

/** Paths with ids and queries with tokens are replaced by the route, and error messages, which may quote values, dropped. */
function withoutPersonalData(span: Span, method: string, route: string): void {
  span.updateName(`${method} ${route}`)
  span.setAttribute('url.path', route)
  const setStatus = span.setStatus.bind(span)
  span.setStatus = ({ code }) => setStatus({ code })
}

/**
 * Starts OpenTelemetry: spans of calls, SQL statements, jobs and deliveries, and histograms of calls and statements.
 * Exporters, sampling and resource follow the standard `OTEL_*` variables.
 * @returns sends what is still buffered, and stops
 */
export function startTelemetry(): () => Promise<void> {
  const calls = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, request) =>
      withoutPersonalData(span, request.method, request.routeOptions.url ?? 'unknown path'),
  })
  const isNamed = /\bservice\.name=/.test(process.env.OTEL_RESOURCE_ATTRIBUTES ?? '')
  const sdk = new NodeSDK({
    ...(!process.env.OTEL_SERVICE_NAME && !isNamed && { serviceName: name }),
    instrumentations: [calls],
    logRecordProcessors: [],
  })
  sdk.start()

  const meter = metrics.getMeter(name)
  const callSeconds = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: buckets },
  })
  const statementSeconds = meter.createHistogram('db.client.operation.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: buckets },
  })
  const measureCalls = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onResponse', async (request, reply) => {
      callSeconds.record(reply.elapsedTime / 1000, {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'unknown path',
        'http.response.status_code': reply.statusCode,
      })
    })
  }
  subscribe('fastify.initialization', measureCalls)

  const spans = trace.getTracer(name)
  const tracer: Tracer = (spanName, attributes, work) =>
    spans.startActiveSpan(spanName, { attributes }, async span => {
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })

  function statement({ text, ms, error }: TracedStatement): void {
    const operation = text.match(/\w+/)?.[0].toUpperCase() ?? 'SQL'
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    statementSeconds.record(ms / 1000, { ...attributes, ...(error && { 'error.type': error }) })
    // Polling would start a trace several times a second.
    if (!trace.getActiveSpan()) return
    const span = spans.startSpan(operation, {
      kind: SpanKind.CLIENT,
      startTime: Date.now() - ms,
      attributes: {
        ...attributes,
        'db.query.text': text.slice(0, maxTextLength),
        ...(error && { 'db.response.status_code': error }),
      },
    })
    if (error) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  setTracing({ tracer, statement })
  return async () => {
    unsubscribe('fastify.initialization', measureCalls)
    setTracing(undefined)
    await sdk.shutdown()
  }
}
