/**
 * `npm run bench -- login-storm`: wrong passwords from many addresses, and the effect on others. `--seconds=20
 * --guesses=1000 --addresses=50`; fails if the owner of the account is locked out.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { auth } from '#contract/identity/auth.ts'
import { admins } from '#contract/people/admins.ts'
import { benchmark, type Measured, ms, percentile } from './harness.ts'
import { atSteadyRate, callerFrom } from './login-storm/caller.ts'
import { launch, owner } from './server.ts'

const guessers = fileURLToPath(new URL('./login-storm/guessers.ts', import.meta.url))
const credentials = { email: owner.username, password: owner.password }

/** Regular load: 50 lists per second, and a sign-in every four seconds. */
async function others(url: string, seconds: number) {
  const home = callerFrom('127.0.0.1', url)
  const { text } = await home.ask(auth.login, credentials)
  const { access_token } = JSON.parse(text) as { access_token: string }
  const [lists, signIns] = await Promise.all([
    atSteadyRate(50, seconds, () => home.ask(admins.list, undefined, access_token)),
    atSteadyRate(0.25, seconds, () => home.ask(auth.login, credentials)),
  ])
  home.leave()
  const refused = [...lists, ...signIns].find(({ status }) => status !== 200)
  if (refused) throw new Error(`A legitimate call was refused: ${refused.status} ${refused.text}`)
  const [list, signIn] = [lists, signIns].map(responses => responses.map(({ took }) => took))
  return { list: list as number[], signIn: signIn as number[] }
}

const rowOf = (when: string, { list, signIn }: Awaited<ReturnType<typeof others>>): Measured => ({
  when,
  'list p50 ms': ms(percentile(list, 0.5)),
  'list p95 ms': ms(percentile(list, 0.95)),
  'legitimate sign-in p50 ms': ms(percentile(signIn, 0.5)),
  'legitimate sign-in worst ms': ms(Math.max(...signIn)),
})

interface Asked {
  seconds: string
  guesses: string
  addresses: string
}

/** Latencies of others before and during the storm, and the guesses' statuses. */
async function measured(url: string, asked: Asked) {
  const seconds = Number(asked.seconds)
  await others(url, 3)
  const calm = await others(url, seconds)
  // In a child process, so that the guesses do not slow down this client.
  const storm = fork(guessers, [url, credentials.email, asked.guesses, asked.addresses, asked.seconds])
  const over = once(storm, 'message') as Promise<[Record<string, number>]>
  const stormy = await others(url, seconds)
  const [guessed] = await over
  return { calm, stormy, guessed }
}

export default benchmark({
  name: 'login-storm',
  about: 'wrong passwords for one account from many addresses, with its owner and other calls going on',
  async run({ flags }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        seconds: { type: 'string', default: '20' },
        guesses: { type: 'string', default: '1000' },
        addresses: { type: 'string', default: '50' },
      },
    })
    const seconds = Number(values.seconds)
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-storm-'))
    const { url, stop } = await launch(folder, { LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1' })
    const { calm, stormy, guessed } = await measured(url, values).finally(async () => {
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    const { 401: wrong = 0, 429: unread = 0, 'cut off': cut = 0, ...strange } = guessed
    if (Object.keys(strange).length > 0)
      throw new Error(`Unexpected responses to guesses: ${JSON.stringify(strange)}`)
    return [
      { ...rowOf('calm', calm) },
      {
        ...rowOf('storm', stormy),
        'list p95, ratio to idle': ms(percentile(stormy.list, 0.95) / percentile(calm.list, 0.95)),
        'guesses per second': ms((wrong + unread + cut) / seconds),
        'refused as wrong': wrong,
        'refused unread': unread,
        'cut off': cut,
      },
    ]
  },
})
