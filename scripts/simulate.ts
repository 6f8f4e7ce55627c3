/**
 * `npm run simulate -- --rate 60 --minutes 5 --url http://127.0.0.1:4000 --key vdk_…`: live traffic through the public
 * API, at so many acts a minute: translations, device events, check-ins, test alerts, visits, and conversations where an
 * admin signs in. The key, also taken from API_KEY, needs the scopes of `acts.ts`; without one, `--user` and `--password`
 * of an admin make one for the run.
 */
import { parseArgs } from 'node:util'
import { apiKeys } from '#contract/api-keys.ts'
import { auth } from '#contract/auth.ts'
import { command, say } from './db/command.ts'
import { scopesNeeded } from './simulate/acts.ts'
import { type Client, clientOf } from './simulate/client.ts'
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

async function signIn(username: string, secret: string): Promise<Client> {
  const reply = await clientOf(url).call(auth.login, { body: { email: username, password: secret } })
  if (!('access_token' in reply))
    throw new Error('This account asks for a second factor: give a --key instead')
  return clientOf(url, reply.access_token)
}

/** A key of one's own, with how to revoke it. */
async function makeKey(admin: Client) {
  const body = { name: 'Simulated traffic', scopes: scopesNeeded }
  const made = await admin.call(apiKeys.create, { body })
  return { key: made.key, revoke: () => admin.call(apiKeys.remove, { params: { id: made.id } }) }
}

await command(async () => {
  if (!(rate > 0 && minutes > 0)) throw new Error('--rate and --minutes must be numbers above 0')
  if (!key && !password) throw new Error('Give --key, or --user and --password of an admin')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const admin = password ? await signIn(user, password) : undefined
  const own = admin && !key ? await makeKey(admin) : null
  try {
    say(`${rate} acts a minute for ${minutes} minutes on ${url}; Ctrl-C ends it`)
    const program = clientOf(url, own?.key ?? key)
    const told = await simulate({ program, admin, rate, minutes, stopping: stop.signal })
    say(`${Math.round(told.achieved)} acts a minute were begun`)
    for (const [what, count] of Object.entries(told.done)) say(`${count} ${what}`)
    for (const [refusal, count] of Object.entries(told.refusals)) say(`refused ${count} ×: ${refusal}`)
  } finally {
    await own?.revoke()
  }
})
