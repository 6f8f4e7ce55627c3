import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { Language } from '#contract/kit/language.ts'
import type { Problem as Document } from '#contract/kit/problem.ts'
import { type Refusal, type RefusalCode, refusalOfIssue } from '#contract/kit/refusal.ts'
import { isCustomMessage, localizeProblem, preferredLanguage } from './refusal-texts.ts'

type FieldError = NonNullable<Document['errors']>[number]

/** An error response, thrown anywhere and sent as `application/problem+json` (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  /** The problem type, if the status alone is ambiguous: a path below `/problems/`. */
  readonly kind: string | undefined
  /** Reason code in reports about many rows, if no field is at fault. */
  readonly code: RefusalCode | undefined
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    detail: string,
    {
      kind,
      code,
      errors,
      headers = {},
    }: { kind?: string; code?: RefusalCode; errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.kind = kind
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

/** Requires step-up authentication; the console asks for it and repeats the call. */
export const stepUpRequired = () => new Problem(409, 'Confirm it’s you', { kind: 'step-up' })

/** 404 for missing and for inaccessible records, so that existence does not leak. */
export const notFound = (what = 'This record') => new Problem(404, `${what} does not exist`)
export const forbidden = () => new Problem(403, 'You don’t have permission to do this', { code: 'forbidden' })
/** The session is missing, expired or revoked. */
export const unauthenticated = (detail = 'Please sign in') =>
  new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } })
/** One field of the body is invalid. */
export const invalidField = (field: string, detail: string, status: 409 | 422 = 422, code?: RefusalCode) =>
  new Problem(status, detail, {
    errors: [{ pointer: `#/${field}`, in: 'body', detail, ...(code && { code }) }],
  })

/** Maximum number of field errors in one response. */
const maxErrors = 50

const sides = { body: 'body', querystring: 'query', params: 'path', headers: 'query' } as const

function ofValidation(error: FastifyError): Problem | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const side = sides[(error as { validationContext?: keyof typeof sides }).validationContext ?? 'body']
  const errors = error.validation
    .slice(0, maxErrors)
    .flatMap(({ instancePath, keyword, message, params }) => {
      const path = instancePath === '/' ? '' : instancePath
      const { keys = [] } = params as { keys?: string[] }
      if (keys.length > 0)
        return keys.map(key => ({ pointer: `#${path}/${key}`, in: side, detail: 'Unknown field' }))
      const detail = message ?? 'Invalid'
      const fieldError = { pointer: `#${path}`, in: side, detail }
      if (isCustomMessage(detail)) return [fieldError]
      const { code, values } = refusalOfIssue({ ...params, code: keyword } as never)
      return [{ ...fieldError, code: code ?? 'invalid', values }]
    })
  return new Problem(422, summary(errors), { errors })
}

/** Summarizes errors in one sentence; if the only text already names its field, it is used as is. */
function summary(errors: FieldError[]): string {
  const [first] = errors
  if (!first) return 'Invalid request'
  const field = first.pointer.slice(2).replaceAll('/', '.')
  const isNamed = first.detail.toLowerCase().includes(field.replaceAll('_', ' ').toLowerCase())
  if (isNamed && errors.every(({ detail }) => detail === first.detail)) return first.detail
  return errors.length > 1 ? `${errors.length} fields are invalid` : `${field}: ${first.detail}`
}

/** One parameter of the query is invalid; the text names it. */
export function invalidParameter(name: string, detail: string): Problem {
  const errors: FieldError[] = [{ pointer: `#/${name}`, in: 'query', detail }]
  return new Problem(422, summary(errors), { errors })
}

const unstorableText = 'The text contains a character that can’t be stored'
/** @param at position of the text in the request, if known */
export const unstorable = (at?: Pick<FieldError, 'pointer' | 'in'>) =>
  new Problem(422, unstorableText, at && { errors: [{ ...at, detail: unstorableText, code: 'invalid' }] })

/** PostgreSQL errors that the caller can fix; indexes are named `<table>_<field>`. */
function ofDatabase(error: {
  code?: string
  constraint?: string
  table?: string
  detail?: string
}): Problem | null {
  const field = () =>
    (error.constraint ?? '').replace(`${error.table}_`, '').replace(/_(fkey|check|key)$/, '')
  switch (error.code) {
    case '23505':
      return invalidField(field(), `This ${field().replaceAll('_', ' ')} is already in use`, 409, 'taken')
    case '23503':
      return invalidField(
        field(),
        `The ${field().replace(/_id$/, '').replaceAll('_', ' ')} does not exist`,
        422,
        'absent',
      )
    case '23514':
      return invalidField(field(), `This ${field().replaceAll('_', ' ')} is not acceptable`, 422, 'invalid')
    case '40001':
    case '40P01':
      return new Problem(409, 'Someone else changed this at the same moment. Please try again.', {
        kind: 'busy',
      })
    case '22003':
    case '22008':
      return new Problem(422, 'A number or time is out of range')
    case '22P05':
    case '22021':
      return unstorable()
    // A lone surrogate in a document. Any other text of the wrong type is a server error.
    case '22P02':
      return error.detail?.includes('surrogate') ? unstorable() : null
    default:
      return null
  }
}

/** Error codes of PostgreSQL and Node for a database that is stopping, starting, full, demoted or unreachable. */
const outOfReach =
  /^(08...|25006|57P0[1-5]|53...|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/
/** Messages of `pg` for broken connections and connection timeouts; these errors have no code. */
const brokenOff =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/

interface DatabaseError {
  code?: string
  message: string
  syscall?: string
  severity?: string
}

/** Whether an error says that the database is unavailable, usually for seconds. */
export function isOutage(error: DatabaseError): boolean {
  const isOfDatabase =
    Boolean(error.severity) || /^(connect|read|write|getaddrinfo)$/.test(error.syscall ?? '')
  return brokenOff.test(error.message) || (isOfDatabase && outOfReach.test(error.code ?? ''))
}

/** The database is unavailable: the call can be retried. */
function ofOutage(error: DatabaseError): Problem | null {
  if (!isOutage(error)) return null
  return new Problem(503, 'The database is not responding. Please try again in a moment.', {
    kind: 'database-away',
    headers: { 'retry-after': '2' },
  })
}

/** Converts an error to a problem; unknown errors become an internal error without details. */
export function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  const known = ofValidation(error) ?? ofDatabase(error) ?? ofOutage(error)
  if (known) return known
  const status = error.statusCode ?? 500
  if (status < 500 && !isResponseSerializationError(error)) {
    return new Problem(status, status === 400 ? 'The request body must be valid JSON' : error.message)
  }
  return new Problem(500, 'Something went wrong on our side. The error has been logged.')
}

/** The reasons why a row was refused, by field, for reports about many rows. */
export const refusalsOf = ({ message, code, errors = [] }: Problem): Refusal[] =>
  errors.length > 0
    ? errors.map(({ pointer, detail, code = null, values = {} }) => ({
        field: pointer.slice(2),
        code,
        values,
        text: detail,
      }))
    : [{ field: null, code: code ?? null, values: {}, text: message }]

/** A problem as it is sent, in a language. @param instance the id of the call */
export const problemDocument = (problem: Problem, instance: string, language: Language = 'en'): Document =>
  localizeProblem(language, {
    type: problem.kind ? `/problems/${problem.kind}` : 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    instance,
    ...(problem.errors && { errors: problem.errors }),
  })

/** The language of error texts for a call. */
export const requestLanguage = ({ headers }: FastifyRequest): Language =>
  preferredLanguage(headers['accept-language'])

function send(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const language = requestLanguage(request)
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'content-language': language })
    .type('application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problemDocument(problem, request.id, language))
}

/** Answers an address that no route can be looked up by, its encoding or the length of an id being out of all reason. */
export const handleUnroutable = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  void send(request, reply, notFound('This path'))

/** Messages for requests that could not be parsed. */
const unreadable: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new Problem(431, 'The request header is too large'),
}

/** Responds to a connection that is not HTTP, is too slow or sends too large a header, and closes it. */
export function handleClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = unreadable[error.code] ?? new Problem(400, 'The request is not valid HTTP')
  const body = JSON.stringify(problemDocument(problem, randomUUID()))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Sends every error as a problem document; internal errors are logged and not disclosed. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'call failed')
    return send(request, reply, problem)
  })
  app.setNotFoundHandler((request, reply) => send(request, reply, notFound('This path')))
}
