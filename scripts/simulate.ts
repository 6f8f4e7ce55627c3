/**
 * `npm run simulate -- --rate 60 --minutes 5 --url http://127.0.0.1:4000 --key vdk_…`: live traffic through the public
 * API, at so many acts a minute. The key, also taken from API_KEY, needs the scopes `translation-sessions:write`,
 * `devices:read` and `devices:write`; without one, `--user` and `--password` of an admin make one for the run.
 */
import { parseArgs } from 'node:util'
import { apiKeys } from '#contract/api-keys.ts'
import { auth } from '#contract/auth.ts'
import { command, say } from './db/command.ts'
import { clientOf } from './simulate/client.ts'
import { simulate } from './simulate/traffic.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '5' },
    url: { type: 'string', default: 'http://127.0.0.1:4000' },
    key: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
  },
})
const { url, user, password, key = process.env.API_KEY } = values
const [rate, minutes] = [Number(values.rate), Number(values.minutes)]

/** A key of one's own, with how to revoke it. */
async function makeKey(username: string, secret: string) {
  const reply = await clientOf(url).call(auth.login, { body: { email: username, password: secret } })
  if (!('access_token' in reply))
    throw new Error('This account asks for a second factor: give a --key instead')
  const admin = clientOf(url, reply.access_token)
  const made = await admin.call(apiKeys.create, {
    body: {
      name: 'Simulated traffic',
      scopes: ['translation-sessions:write', 'devices:read', 'devices:write'],
    },
  })
  return {
    key: made.key,
    revoke: () => admin.call(apiKeys.remove, { params: { id: made.id } }),
  }
}

await command(async () => {
  if (!(rate > 0 && minutes > 0)) throw new Error('--rate and --minutes must be numbers above 0')
  if (!key && !password) throw new Error('Give --key, or --user and --password of an admin')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const own = key ? null : await makeKey(user, password as string)
  try {
    say(`${rate} acts a minute for ${minutes} minutes on ${url}; Ctrl-C ends it`)
    const program = clientOf(url, own?.key ?? key)
    const { done, refusals } = await simulate({ program, rate, minutes, stopping: stop.signal })
    for (const [what, count] of Object.entries(done)) say(`${count} ${what}`)
    for (const refusal of refusals) say(`refused: ${refusal}`)
  } finally {
    await own?.revoke()
  }
})
