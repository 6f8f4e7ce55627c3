/**
 * `npm run simulate -- --rate 60 --minutes 5 --url http://127.0.0.1:4000 --password …`: live traffic through the public
 * API, at so many acts a minute: translations, device events, check-ins, test alerts, visits, sign-ups with a payment by
 * test card, and conversations where an admin signs in. `--help` tells the flags; a `--key` needs the scopes of
 * `acts.ts`, and without one the admin makes one for the run.
 */
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { command, say } from './db/command.ts'
import { scopesNeeded } from './simulate/acts.ts'
import { type Client, clientOf } from './simulate/client.ts'
import { type Flags, readFlags, usage } from './simulate/flags.ts'
import { simulate, type Told } from './simulate/traffic.ts'

async function signIn({ url, user }: Flags, password: string): Promise<Client> {
  const reply = await clientOf(url).call(auth.login, { body: { email: user, password } })
  if (!('access_token' in reply))
    throw new Error('This account asks for a second factor: give a --key instead')
  return clientOf(url, reply.access_token)
}

const makeKey = (admin: Client) =>
  admin.call(apiKeys.create, { body: { name: 'Simulated traffic', scopes: scopesNeeded } })

/** Revokes a key as whoever signs in just now: after some minutes the server asks for a fresh proof of who it is. */
async function revoke(flags: Flags, password: string, id: string): Promise<void> {
  const admin = await signIn(flags, password)
  await admin.call(apiKeys.remove, { params: { id } })
  await admin.call(auth.logout)
}

function sum({ achieved, done, refusals }: Told): void {
  say(`${Math.round(achieved)} acts a minute were begun`)
  for (const [what, count] of Object.entries(done)) say(`${count} ${what}`)
  for (const [refusal, count] of Object.entries(refusals)) say(`refused ${count} ×: ${refusal}`)
  if (Object.keys(done).length === 0) throw new Error('Nothing was done')
}

await command(async () => {
  const flags = readFlags(process.argv.slice(2), process.env)
  if (flags.help) return say(usage)
  const { rate, minutes, url, password, signUps } = flags
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      say('Stopping: what was begun is finished first')
      stop.abort()
    })
  const admin = password ? await signIn(flags, password) : undefined
  const own = admin && !flags.key ? await makeKey(admin) : null
  try {
    say(`${rate} acts a minute for ${minutes} minutes on ${url}; Ctrl-C ends it`)
    const told = await simulate({
      program: clientOf(url, own?.key ?? flags.key),
      admin,
      somebody: signUps ? token => clientOf(url, token) : undefined,
      rate,
      minutes,
      stopping: stop.signal,
      progress: ({ seconds, begun, answered, refused }) =>
        say(`${seconds} s: ${begun} acts begun, ${answered} calls answered, ${refused} refused`),
    })
    sum(told)
  } finally {
    await admin?.call(auth.logout)
    if (own && password) await revoke(flags, password, own.id)
  }
})
