import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'

/** What could open a door, tells who somebody is, or how they are. */
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

/** What a log line tells of an error beside its type, message and stack; what libraries add may quote whole rows. */
const told = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'statusCode', 'syscall'] as const

/** Values that PostgreSQL quotes: `invalid input syntax for type uuid: "…"`. */
const withoutValues = (text: string) => text.replace(/: ".*"$/gm, ': "[redacted]"')

function describe(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error)
  const given = error as unknown as Record<string, unknown>
  const facts = told.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]]))
  return {
    type,
    message: withoutValues(message),
    stack: withoutValues(stack),
    ...Object.fromEntries(facts),
  }
}

/** Structured logs, one JSON object a line, without what is nobody's business who reads logs. */
export const openLog = (
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  // The same stream as the plain start-up lines, so that theirs and these keep their order.
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
        // Without words of its own a line would take the error's, as they are.
        logMethod(given, write) {
          if (given.length === 1 && typeof given[0] === 'object')
            return write.apply(this, [given[0], 'failed'])
          return write.apply(this, given)
        },
      },
      redact: { paths: blanked.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    to,
  )

/** Writes each line to two places. */
export const tee = (one: DestinationStream, other: DestinationStream): DestinationStream => ({
  write(line) {
    one.write(line)
    other.write(line)
  },
})
