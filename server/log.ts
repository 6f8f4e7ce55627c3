import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

const secrets = [
  'password',
  'new_password',
  'current_password',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'secret',
]

/** Structured logs on standard output, one JSON object a line; what could open a door is blanked. */
export const openLog = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    // The same stream as the plain start-up lines, so that theirs and these keep their order.
    process.stdout,
  )
