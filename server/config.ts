import { resolve } from 'node:path'
import { z } from 'zod'
import { parseRetentionDays } from './retention-days.ts'
import { parseTrustProxy } from './trust-proxy.ts'

const text = z.string().trim().min(1)
const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] })

const isOrigin = (given: string) => given === '*' || (URL.canParse(given) && new URL(given).origin === given)

/** The environment, as the README's table documents it. */
const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
    HOST: text.default('127.0.0.1'),
    DATA_DIR: text.default('./data').transform(path => resolve(path)),
    // No z.url: libpq's form for a socket, postgresql://user@/database?host=/folder, is none to the URL standard.
    DATABASE_URL: text
      .regex(/^postgres(ql)?:\/\//, 'Must begin with postgres:// or postgresql://')
      .optional(),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    DEMO: flag.default(true),
    ADMIN_EMAIL: z.email().optional(),
    ADMIN_USERNAME: text.default('admin'),
    ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
    /** Seals stored secrets; 32 bytes in base64, the same for all instances of one database. Behind commas, former ones. */
    SECRET_KEY: text
      .transform(keys => keys.split(',').map(key => Buffer.from(key, 'base64')))
      .refine(
        keys => keys.every(key => key.length === 32),
        'Must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
      )
      .optional(),
    /** Whether passwords that are easily guessed are refused, or the console warns of them alone. */
    COMMON_PASSWORDS: z.enum(['warn', 'refuse']).default('warn'),
    /** Whether everybody needs a second factor, or those whose organization asks for it. */
    SECOND_FACTOR: z.enum(['by-organization', 'required']).default('by-organization'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Proxies whose `X-Forwarded-*` headers are trusted: their number, or their addresses and networks. */
    TRUST_PROXY: text
      .transform((given, context) => {
        try {
          return { setting: given, trust: parseTrustProxy(given) }
        } catch (error) {
          context.addIssue((error as Error).message)
          return z.NEVER
        }
      })
      .optional(),
    /** Who may read `/metrics`: with `METRICS_TOKEN` whoever sends it, else this machine alone. */
    METRICS: z.enum(['on', 'off']).default('on'),
    METRICS_TOKEN: z.string().min(16, 'Must have at least 16 characters').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** Takes the log lines as well, as newline-delimited JSON by POST. */
    LOG_URL: z.url({ protocol: /^https?$/ }).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: text.default('Voicedeck <no-reply@localhost>'),
    TWILIO_ACCOUNT_SID: text.optional(),
    TWILIO_AUTH_TOKEN: text.optional(),
    TWILIO_FROM: text.optional(),
    TWILIO_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
    /** Whether webhooks and push services may lie within the own network. */
    ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
    /** Told every ten seconds that alarms are processed, and not told when they are not. */
    HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Within how many seconds which share of alerts should be acknowledged: `60:0.975,180:0.99`. */
    SERVICE_LEVELS: text
      .regex(/^\d+:(0(\.\d+)?|1)(,\d+:(0(\.\d+)?|1))*$/, 'Must be like 60:0.975,180:0.99')
      .default('60:0.975,180:0.99'),
    /** An OpenAI-compatible endpoint that answers in conversations; without either, the embedded companion does. */
    CHAT_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    CHAT_API_KEY: text.optional(),
    /** The longest silence of the endpoint that is waited through, in milliseconds. */
    CHAT_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(20_000),
    /** How many days each kind of data is kept, where not as usual. */
    RETENTION: z
      .string()
      .default('')
      .transform((given, context) => {
        try {
          return parseRetentionDays(given)
        } catch (error) {
          context.addIssue((error as Error).message)
          return z.NEVER
        }
      }),
    /** The origins whose pages may call what programs may: addresses with commas between them, or `*` for all. */
    ALLOWED_ORIGINS: text
      .transform(list => list.split(',').map(origin => origin.trim()))
      .refine(list => list.every(isOrigin), 'Must be like https://one.example,https://two.example, or *')
      .default([]),
    /** The voices of an ElevenLabs account; without it, the embedded ones speak. */
    ELEVENLABS_API_KEY: text.optional(),
    ELEVENLABS_URL: z.url({ protocol: /^https?$/ }).default('https://api.elevenlabs.io'),
    /** An OpenAI-compatible endpoint that writes down recordings; without either, an embedded model does, in English. */
    TRANSCRIPTION_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    TRANSCRIPTION_API_KEY: text.optional(),
    TRANSCRIPTION_MODEL: text.default('whisper-1'),
    /** The longest that a text may take to be spoken, or a recording to be written down, in milliseconds. */
    SPEECH_TIMEOUT_MS: z.coerce.number().int().min(100).max(25_000).default(20_000),
    /** Multiplies every rate limit; 0 switches them off. */
    RATE_LIMIT_FACTOR: z.coerce.number().min(0).default(1),
    STRIPE_SECRET_KEY: text.optional(),
    STRIPE_WEBHOOK_SECRET: text.optional(),
  })
  .refine(({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }) => !STRIPE_SECRET_KEY === !STRIPE_WEBHOOK_SECRET, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'Must be set together with STRIPE_SECRET_KEY',
  })
  // A forwarded host is no better than the client's own, so links must not depend on it.
  .refine(({ TRUST_PROXY, PUBLIC_URL }) => !TRUST_PROXY || PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    message: 'Must be set together with TRUST_PROXY',
  })

export type Config = z.output<typeof Environment>

/** Reads and checks the environment; an empty variable counts as absent. @throws with one line a wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
}

/** Where people reach this installation: the base of links in mails. */
export const publicUrl = (config: Config) => config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`

const isLoopbackHost = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Whether an address belongs to this installation: to `PUBLIC_URL` or, without it, to this machine. */
export function isOwnUrl(config: Config, url: string): boolean {
  const { origin, protocol, hostname } = new URL(url)
  if (config.PUBLIC_URL) return origin === new URL(config.PUBLIC_URL).origin
  if (!/^https?:$/.test(protocol)) return false
  return isLoopbackHost(hostname) || origin === new URL(publicUrl(config)).origin
}
