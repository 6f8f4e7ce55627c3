import { parseArgs } from 'node:util'

export interface Flags {
  /** Actions per minute. */
  rate: number
  minutes: number
  /** Server URL without a trailing slash. */
  url: string
  key: string | undefined
  user: string
  password: string | undefined
  signUps: boolean
  help: boolean
}

export const usage = `npm run simulate -- [flags]

  --rate 60          actions per minute
  --minutes 5        for how long
  --url URL          the server, http://127.0.0.1:4000 by default
  --password TEXT    of an admin: makes a key for the run, and talks with the companion; also from ADMIN_PASSWORD
  --user NAME        the admin, "admin" by default; also from ADMIN_USERNAME
  --key vdk_…        an API key instead, or in addition; also from API_KEY
  --no-sign-ups      without sign-ups and payments`

function number(name: string, text: string, max: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!(value > 0 && value <= max))
    throw new Error(`--${name} must be a number above 0 and at most ${max}, not "${text}"`)
  return value
}

function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`--url must be an address like http://127.0.0.1:4000, not "${text}"`)
  return url.href.replace(/\/+$/, '')
}

/**
 * Parses the flags of `npm run simulate`.
 * @throws with a one-sentence message
 */
export function readFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Flags {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      rate: { type: 'string', default: '60' },
      minutes: { type: 'string', default: '5' },
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      key: { type: 'string' },
      user: { type: 'string', default: env.ADMIN_USERNAME || 'admin' },
      password: { type: 'string' },
      'sign-ups': { type: 'boolean', default: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const flags = {
    rate: number('rate', values.rate, 100_000),
    minutes: number('minutes', values.minutes, 100_000),
    url: address(values.url),
    key: values.key || env.API_KEY,
    user: values.user,
    password: values.password || env.ADMIN_PASSWORD,
    signUps: values['sign-ups'],
    help: values.help,
  }
  if (!flags.help && !flags.key && !flags.password)
    throw new Error('Specify --password of an admin, or --key; see --help')
  return flags
}
