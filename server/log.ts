import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'

/** Fields with credentials, personal data or health data; their values are redacted. */
const blanked = [
  'password',
  'new_password',
  'current_password',
  'token',
  'access_token',
  'ticket',
  'challenge',
  'credential',
  'backup_code',
  'authorization',
  'cookie',
  'secret',
  'key',
  'email',
  'phone',
  'address',
  'content',
  'notes',
  'conditions',
  'medications',
]

/** Error properties that are logged besides type, message and stack; others may contain whole rows. */
const errorFields = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'statusCode',
  'syscall',
] as const

/** Values that PostgreSQL quotes: `invalid input syntax for type uuid: "…"`. */
const withoutValues = (text: string) => text.replace(/: ".*"$/gm, ': "[redacted]"')

function describe(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error)
  const properties = error as unknown as Record<string, unknown>
  const fields = errorFields.flatMap(name =>
    properties[name] === undefined ? [] : [[name, properties[name]]],
  )
  return {
    type,
    message: withoutValues(message),
    stack: withoutValues(stack),
    ...Object.fromEntries(fields),
  }
}

/** Structured logs, one JSON object per line, without personal data or secrets. */
export const openLog = (
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  // The same stream as the plain start-up lines, so that their order is kept.
  to: DestinationStream = process.stdout,
): Logger =>
  pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describe },
      hooks: {
        // Without a message, pino would log the unredacted message of the error.
        logMethod(args, write) {
          if (args.length === 1 && typeof args[0] === 'object') return write.apply(this, [args[0], 'failed'])
          return write.apply(this, args)
        },
      },
      redact: { paths: blanked.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    to,
  )

/** Writes each line to two streams. */
export const tee = (one: DestinationStream, other: DestinationStream): DestinationStream => ({
  write(line) {
    one.write(line)
    other.write(line)
  },
})
