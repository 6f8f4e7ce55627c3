/**
 * `npm run simulate -- --rate 60 --minutes 5 --url http://127.0.0.1:4000 --password …`: live traffic through the public
 * API at `--rate` actions per minute: translations, device events, check-ins, test alerts, visits, sign-ups with a test
 * card, and conversations if an admin signs in. `--help` lists the flags; a `--key` needs the scopes in `actions.ts`,
 * without one the admin creates a key for the run.
 */
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { command, printLine } from './db/command.ts'
import { scopesNeeded } from './simulate/actions.ts'
import { type Client, createClient } from './simulate/client.ts'
import { type Flags, readFlags, usage } from './simulate/flags.ts'
import { type SimulationResult, simulate } from './simulate/traffic.ts'

async function signIn({ url, user }: Flags, password: string): Promise<Client> {
  const reply = await createClient(url).call(auth.login, { body: { email: user, password } })
  if (!('access_token' in reply)) throw new Error('This account requires a second factor: use --key instead')
  return createClient(url, reply.access_token)
}

const makeKey = (admin: Client) =>
  admin.call(apiKeys.create, { body: { name: 'Simulated traffic', scopes: scopesNeeded } })

/** Signs in again to revoke the key, because the step-up window of the first session may have passed. */
async function revoke(flags: Flags, password: string, id: string): Promise<void> {
  const admin = await signIn(flags, password)
  await admin.call(apiKeys.remove, { params: { id } })
  await admin.call(auth.logout)
}

function sum({ achieved, done, refusals }: SimulationResult): void {
  printLine(`${Math.round(achieved)} actions started per minute`)
  for (const [what, count] of Object.entries(done)) printLine(`${count} ${what}`)
  for (const [refusal, count] of Object.entries(refusals)) printLine(`refused ${count} ×: ${refusal}`)
  if (Object.keys(done).length === 0) throw new Error('No action succeeded')
}

await command(async () => {
  const flags = readFlags(process.argv.slice(2), process.env)
  if (flags.help) return printLine(usage)
  const { rate, minutes, url, password, signUps } = flags
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      printLine('Stopping after the actions in progress')
      stop.abort()
    })
  const admin = password ? await signIn(flags, password) : undefined
  const own = admin && !flags.key ? await makeKey(admin) : null
  try {
    printLine(`${rate} actions per minute for ${minutes} minutes on ${url}; Ctrl-C ends it`)
    const result = await simulate({
      program: createClient(url, own?.key ?? flags.key),
      admin,
      anonymous: signUps ? token => createClient(url, token) : undefined,
      rate,
      minutes,
      stopping: stop.signal,
      progress: ({ seconds, begun, answered, refused }) =>
        printLine(`${seconds} s: ${begun} actions started, ${answered} calls answered, ${refused} refused`),
    })
    sum(result)
  } finally {
    await admin?.call(auth.logout)
    if (own && password) await revoke(flags, password, own.id)
  }
})
