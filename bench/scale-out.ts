/**
 * `npm run scale-out -- --rounds=20 --only=primary,standby`: three instances, HAProxy, Redis, and PostgreSQL with two
 * standbys under Patroni, on hosts of their own by network namespaces. Needs root and Debian's packages postgresql,
 * patroni, etcd-server, haproxy, redis-server, dnsmasq-base, iproute2 and faketime. Exits with 1 if a promise is broken.
 * SIGTERM ends it after the fault that is under way, with the results until then.
 * `--keep=FOLDER` keeps the logs. `--results=FILE` adds the rounds to a file, and `--report=FILE` prints the table of
 * such a file without running anything.
 */
import { appendFile, cp, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { scopesNeeded } from '../scripts/simulate/actions.ts'
import { createClient } from '../scripts/simulate/client.ts'
import { readNumbers } from './flags.ts'
import { benchmark } from './harness.ts'
import { nodeNames, openCluster } from './scale-out/cluster.ts'
import { listFaults } from './scale-out/faults.ts'
import { instanceNames, openInstallation } from './scale-out/installation.ts'
import { openLoad } from './scale-out/load.ts'
import { type Machine, openMachine } from './scale-out/machine.ts'
import { openNetwork } from './scale-out/network.ts'
import { brokenBy, type Outcome, tableOf } from './scale-out/report.ts'
import { failed, type Round, runRound, settle } from './scale-out/rounds.ts'
import { owner } from './server.ts'

type Log = (line: string) => void

async function signIn(url: string) {
  const reply = await createClient(url).call(auth.login, {
    body: { email: owner.username, password: owner.password },
  })
  if (!('access_token' in reply)) throw new Error('Sign-in requires a second factor')
  const admin = createClient(url, reply.access_token)
  const { key } = await admin.call(apiKeys.create, { body: { name: 'Scale-out', scopes: scopesNeeded } })
  return { url, token: reply.access_token, key }
}

function describeRound(round: number, { fault, from, recoveryMs, shownMs, calls }: Round): string {
  const failures = failed(calls).map(
    ({ kind, status, begun, ended }) =>
      `${kind} ${status} ${Math.round(begun - from)}–${Math.round(ended - from)} ms`,
  )
  const shown = shownMs === undefined ? '' : `; shown after ${shownMs} ms`
  const few = failures.length > 8 ? [...failures.slice(0, 4), '…', ...failures.slice(-4)] : failures
  const examples = few.length > 0 ? `: ${few.join(', ')}` : ''
  return `round ${round}, ${fault.name}: recovered after ${recoveryMs} ms${shown}; ${failures.length} of ${calls.length} calls failed${examples}`
}

const keepLogs = (folder: string, target: string) =>
  cp(folder, target, {
    recursive: true,
    filter: file => file === folder || /\.(log|cfg|yml)$/.test(file),
  })

interface Options {
  rounds: number
  only?: string
  keep?: string
}

async function runAll(
  machine: Machine,
  { rounds: count, only, keep }: Options,
  log: Log,
  stopping: AbortSignal,
): Promise<Outcome[]> {
  if (keep) machine.onClose(() => keepLogs(machine.folder, keep))
  log(`starting in ${machine.folder}`)
  const network = openNetwork(machine, ['etcd', ...nodeNames, 'redis', 'proxy', ...instanceNames])
  const cluster = await openCluster(machine, network)
  await cluster.healthy()
  const installation = await openInstallation(machine, network)
  const admin = await signIn(installation.url)
  const load = await openLoad(machine, network, cluster, admin)
  const { faults, missing } = await listFaults(machine, network, cluster, installation)
  for (const line of missing) log(`not tried: ${line}`)
  const names = only?.split(',')
  const chosen = faults.filter(({ name }) => !names || names.includes(name))
  const rounds: Round[] = []
  // Turn by turn, so that faults of different kinds follow each other.
  const turns = Array.from({ length: count }, (_, round) => chosen.map(fault => ({ fault, round }))).flat()
  for (const { fault, round } of turns) {
    if (stopping.aborted) break
    const done = await runRound(fault, round, admin.token, cluster, load)
    rounds.push(done)
    log(describeRound(round + 1, done))
    for (const { name, part } of installation.instances)
      if (!part?.running()) throw new Error(`${name} exited unexpectedly: see its log (--keep=FOLDER)`)
  }
  await load.stop()
  return settle(rounds, load)
}

async function run(options: Options, log: Log): Promise<Outcome[]> {
  const machine = await openMachine()
  // A terminal sends SIGINT to all parts as well.
  process.once('SIGINT', () => void machine.close().then(() => process.exit(1)))
  const stopping = new AbortController()
  process.once('SIGTERM', () => {
    log('ends after this fault')
    stopping.abort()
  })
  try {
    return await runAll(machine, options, log, stopping.signal)
  } finally {
    await machine.close()
  }
}

export default benchmark({
  name: 'scale-out',
  about: 'three instances and a database of three nodes that lose one part after the other under load',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: {
        rounds: { type: 'string' },
        only: { type: 'string' },
        keep: { type: 'string' },
        results: { type: 'string' },
        report: { type: 'string' },
      },
    })
    const { results, report } = values
    const outcomes = report
      ? (await readFile(report, 'utf8'))
          .trim()
          .split('\n')
          .map(line => JSON.parse(line) as Outcome)
      : await run({ ...values, ...readNumbers(values, { rounds: 20 }) }, log)
    if (results) await appendFile(results, outcomes.map(outcome => `${JSON.stringify(outcome)}\n`).join(''))
    const broken = brokenBy(outcomes)
    for (const line of broken) log(`BROKEN ${line}`)
    if (broken.length > 0) process.exitCode = 1
    return tableOf(outcomes)
  },
})
