import { resolve } from 'node:path'
import { z } from 'zod'
import { parseRetentionDays } from './retention-days.ts'
import { parseTrustProxy } from './trust-proxy.ts'

const text = z.string().trim().min(1)
const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] })

const isOrigin = (origin: string) =>
  origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)

/** The environment variables, as documented in `docs/configuration.md`. */
const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
    HOST: text.default('127.0.0.1'),
    DATA_DIR: text.default('./data').transform(path => resolve(path)),
    // Not z.url: libpq's form for a socket, postgresql://user@/database?host=/folder, is not a valid URL.
    DATABASE_URL: text
      .regex(/^postgres(ql)?:\/\//, 'Must begin with postgres:// or postgresql://')
      .optional(),
    /** Connections for calls; those for alarms, sign-in, exports, webhooks and jobs come on top. */
    DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(16),
    /** Standbys for reads that may lag. */
    DATABASE_REPLICA_URL: text
      .regex(/^postgres(ql)?:\/\//, 'Must begin with postgres:// or postgresql://')
      .optional(),
    /** Maximum age of what is read from a standby in milliseconds. */
    DATABASE_REPLICA_MAX_LAG_MS: z.coerce.number().int().min(1_000).max(600_000).default(10_000),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** ClickHouse, from which figures are read; user, password and database belong to the URL. */
    CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
    DEMO: flag.default(true),
    ADMIN_EMAIL: z.email().optional(),
    ADMIN_USERNAME: text.default('admin'),
    ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
    /** Encrypts stored secrets: 32 bytes in base64, the same for all instances of one database; former keys follow after commas. */
    SECRET_KEY: text
      .transform(keys => keys.split(',').map(key => Buffer.from(key, 'base64')))
      .refine(
        keys => keys.every(key => key.length === 32),
        'Must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
      )
      .optional(),
    /** Whether common passwords are refused, or only cause a warning in the console. */
    COMMON_PASSWORDS: z.enum(['warn', 'refuse']).default('warn'),
    /** Whether everyone needs a second factor, or only members of organizations that require it. */
    SECOND_FACTOR: z.enum(['by-organization', 'required']).default('by-organization'),
    /** Whether super admins may sign in by single sign-on, and groups may be mapped to their role. */
    SINGLE_SIGN_ON_SUPER_ADMIN: flag.default(false),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Proxies with trusted `X-Forwarded-*` headers: their number, or their addresses and networks. */
    TRUST_PROXY: text
      .transform((setting, context) => {
        try {
          return { setting, trust: parseTrustProxy(setting) }
        } catch (error) {
          context.addIssue((error as Error).message)
          return z.NEVER
        }
      })
      .optional(),
    /** Whether `/metrics` is served: to holders of `METRICS_TOKEN` or, without it, only to this machine. */
    METRICS: z.enum(['on', 'off']).default('on'),
    METRICS_TOKEN: z.string().min(16, 'Must have at least 16 characters').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** URL that receives the log lines as newline-delimited JSON by POST. */
    LOG_URL: z.url({ protocol: /^https?$/ }).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: text.default('Voicedeck <no-reply@localhost>'),
    TWILIO_ACCOUNT_SID: text.optional(),
    TWILIO_AUTH_TOKEN: text.optional(),
    TWILIO_FROM: text.optional(),
    TWILIO_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
    /** Whether webhooks, push services and identity providers may have private addresses. */
    ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
    /** Dead man's switch: receives a heartbeat every ten seconds while alarms are being processed. */
    HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Target shares of alerts acknowledged within a number of seconds: `60:0.975,180:0.99`. */
    SERVICE_LEVELS: text
      .regex(/^\d+:(0(\.\d+)?|1)(,\d+:(0(\.\d+)?|1))*$/, 'Must be like 60:0.975,180:0.99')
      .default('60:0.975,180:0.99'),
    /** OpenAI-compatible endpoint for conversations; by default the embedded companion replies. */
    CHAT_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    CHAT_API_KEY: text.optional(),
    /** Maximum silence of the endpoint in milliseconds. */
    CHAT_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(20_000),
    /** Model of the chat endpoint that proposes translations of interface texts. */
    TRANSLATION_MODEL: text.default('gpt-4o-mini'),
    /** Maximum number of proposals in 24 hours; 0 turns them off. */
    TRANSLATION_PROPOSALS_PER_DAY: z.coerce.number().int().min(0).default(1_000),
    /** Retention in days by kind of data, where it differs from the default. */
    RETENTION: z
      .string()
      .default('')
      .transform((setting, context) => {
        try {
          return parseRetentionDays(setting)
        } catch (error) {
          context.addIssue((error as Error).message)
          return z.NEVER
        }
      }),
    /** Origins that may call endpoints open to API keys (CORS): comma-separated, or `*` for all. */
    ALLOWED_ORIGINS: text
      .transform(list => list.split(',').map(origin => origin.trim()))
      .refine(list => list.every(isOrigin), 'Must be like https://one.example,https://two.example, or *')
      .default([]),
    /** ElevenLabs account for speech; by default embedded voices are used. */
    ELEVENLABS_API_KEY: text.optional(),
    ELEVENLABS_URL: z.url({ protocol: /^https?$/ }).default('https://api.elevenlabs.io'),
    /** OpenAI-compatible endpoint for transcription; by default an embedded model for English is used. */
    TRANSCRIPTION_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    TRANSCRIPTION_API_KEY: text.optional(),
    TRANSCRIPTION_MODEL: text.default('whisper-1'),
    /** Timeout of speech synthesis and transcription in milliseconds. */
    SPEECH_TIMEOUT_MS: z.coerce.number().int().min(100).max(25_000).default(20_000),
    /** Factor for all rate limits; 0 disables them. */
    RATE_LIMIT_FACTOR: z.coerce.number().min(0).default(1),
    STRIPE_SECRET_KEY: text.optional(),
    STRIPE_WEBHOOK_SECRET: text.optional(),
  })
  .refine(({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }) => !STRIPE_SECRET_KEY === !STRIPE_WEBHOOK_SECRET, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'Must be set together with STRIPE_SECRET_KEY',
  })
  .refine(({ DATABASE_URL, DATABASE_REPLICA_URL }) => !DATABASE_REPLICA_URL || DATABASE_URL, {
    path: ['DATABASE_URL'],
    message: 'Must be set together with DATABASE_REPLICA_URL',
  })
  // The client controls a forwarded host, so links must not depend on it.
  .refine(({ TRUST_PROXY, PUBLIC_URL }) => !TRUST_PROXY || PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    message: 'Must be set together with TRUST_PROXY',
  })

export type Config = z.output<typeof Environment>

/** Reads and validates the environment; empty variables count as unset. @throws with one line per invalid variable */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(variables)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
}

/** Base URL of links in e-mails. */
export const publicUrl = (config: Config) => config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`

const isLoopbackHost = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** An address of the console or the API in an e-mail. @param path begins with a slash */
export const linkTo = (config: Config, path: string) => `${publicUrl(config).replace(/\/$/, '')}${path}`

/** Whether a URL belongs to this installation: to `PUBLIC_URL` or, without it, to this machine. */
export function isOwnUrl(config: Config, url: string): boolean {
  const { origin, protocol, hostname } = new URL(url)
  if (config.PUBLIC_URL) return origin === new URL(config.PUBLIC_URL).origin
  if (!/^https?:$/.test(protocol)) return false
  return isLoopbackHost(hostname) || origin === new URL(publicUrl(config)).origin
}
