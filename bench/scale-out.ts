/**
 * `npm run scale-out -- --rounds=20 --only=primary,standby`: three instances, HAProxy, Redis, and PostgreSQL with two
 * standbys under Patroni. Needs Debian's packages postgresql, patroni, etcd-server, haproxy, redis-server and faketime,
 * and root. Exits with 1 if a promise is broken. `--keep=FOLDER` keeps the logs.
 */
import { cp } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { apiKeys } from '#contract/identity/api-keys.ts'
import { auth } from '#contract/identity/auth.ts'
import { scopesNeeded } from '../scripts/simulate/actions.ts'
import { createClient } from '../scripts/simulate/client.ts'
import { benchmark, type Measured, percentile } from './harness.ts'
import { type Cluster, openCluster } from './scale-out/cluster.ts'
import { type Fault, listFaults } from './scale-out/faults.ts'
import { openInstallation } from './scale-out/installation.ts'
import { type Call, type Load, openLoad } from './scale-out/load.ts'
import { type Machine, openMachine, until } from './scale-out/machine.ts'
import { owner } from './server.ts'

/** Maximum time in milliseconds from a fault to the last call that failed because of it. */
const maxRecoveryMs = 60_000
/** Without a fault, a call that takes longer counts as failed. */
const maxCallMs = 5_000
/** Milliseconds of load before and after each fault. */
const calmMs = 2_000

interface Round {
  fault: Fault
  from: number
  to: number
  /** From the fault to the end of the last failed call. */
  recoveryMs: number
  calls: Call[]
}

const isOk = ({ status, begun, ended }: Call) => status >= 200 && status < 300 && ended - begun <= maxCallMs

const failed = (calls: readonly Call[]) => calls.filter(call => !isOk(call))

async function signIn(url: string) {
  const reply = await createClient(url).call(auth.login, {
    body: { email: owner.username, password: owner.password },
  })
  if (!('access_token' in reply)) throw new Error('Sign-in requires a second factor')
  const admin = createClient(url, reply.access_token)
  const { key } = await admin.call(apiKeys.create, { body: { name: 'Scale-out', scopes: scopesNeeded } })
  return { url, token: reply.access_token, key }
}

async function runRound(fault: Fault, round: number, cluster: Cluster, load: Load): Promise<Round> {
  await pause(calmMs)
  const from = performance.now()
  await fault.cause(round)
  await cluster.healthy()
  const repaired = performance.now()
  const succeeded = (kind: Call['kind']) =>
    load.calls.some(call => call.kind === kind && call.begun > repaired && isOk(call))
  await until('writes and alarms succeed again', () => succeeded('write') && succeeded('alarm'))
  await pause(calmMs)
  const calls = load.calls.filter(({ ended }) => ended >= from)
  const failures = failed(calls)
  const last = Math.max(from, ...failures.map(({ ended }) => ended))
  return { fault, from, to: performance.now(), recoveryMs: Math.round(last - from), calls }
}

function rowOf(rounds: readonly Round[], load: Load, lost: Awaited<ReturnType<typeof checkAll>>): Measured {
  const [{ fault }] = rounds as [Round]
  const within = (at: number | undefined) =>
    at !== undefined && rounds.some(({ from, to }) => from - calmMs <= at && at <= to)
  const count = (keys: readonly string[], times: Map<string, number>) =>
    keys.filter(key => within(times.get(key))).length
  const calls = rounds.flatMap(round => round.calls)
  const failures = failed(calls)
  const recoveries = rounds.map(({ recoveryMs }) => recoveryMs)
  return {
    fault: fault.name,
    rounds: rounds.length,
    'writes acknowledged': count([...load.writes.keys()], load.writes),
    lost: count(lost.writes, load.writes),
    alarms: count([...load.alarms.keys()], load.alarms),
    'alarms lost': count(lost.alarms, load.alarms),
    'called again': count(lost.repeated, load.alarms),
    'recovered p50 ms': percentile(recoveries, 0.5),
    'max ms': Math.max(...recoveries),
    'failed %': Math.round((10_000 * failures.length) / calls.length) / 100,
  }
}

async function checkAll(load: Load) {
  const writes = await load.findLostWrites()
  const { lost, repeated } = await load.findAlarms()
  return { writes, alarms: lost, repeated }
}

/** The promises that a row breaks. */
function brokenBy(row: Measured, { mayRefuse }: Fault): string[] {
  const broken: string[] = []
  if (row.lost !== 0) broken.push(`${row.fault}: ${row.lost} acknowledged writes lost`)
  if (row['alarms lost'] !== 0) broken.push(`${row.fault}: ${row['alarms lost']} alarms lost`)
  if (Number(row['max ms']) > maxRecoveryMs) broken.push(`${row.fault}: calls failed for ${row['max ms']} ms`)
  if (!mayRefuse && row['failed %'] !== 0)
    broken.push(`${row.fault}: ${row['failed %']} % of the calls failed`)
  return broken
}

const keepLogs = (folder: string, target: string) =>
  cp(folder, target, {
    recursive: true,
    filter: file => file === folder || /\.(log|cfg|yml)$/.test(file),
  })

async function measureAll(machine: Machine, flags: readonly string[], log: (line: string) => void) {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rounds: { type: 'string', default: '20' },
      only: { type: 'string' },
      keep: { type: 'string' },
    },
  })
  const { keep } = values
  if (keep) machine.onClose(() => keepLogs(machine.folder, keep))
  log(`starting in ${machine.folder}`)
  const cluster = await openCluster(machine)
  await cluster.healthy()
  const installation = await openInstallation(machine, cluster)
  const load = await openLoad(machine, cluster, await signIn(installation.url))
  const { faults, missing } = await listFaults(machine, cluster, installation)
  for (const line of missing) log(`not tried: ${line}`)
  const names = values.only?.split(',')
  const chosen = faults.filter(({ name }) => !names || names.includes(name))
  const rounds: Round[] = []
  // Turn by turn, so that faults of different kinds follow each other.
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const fault of chosen) {
      const done = await runRound(fault, round, cluster, load)
      rounds.push(done)
      for (const { name, part } of installation.instances)
        if (!part?.running()) throw new Error(`${name} exited unexpectedly: see its log (--keep=FOLDER)`)
      const failures = failed(done.calls).map(
        ({ kind, status, begun, ended }) =>
          `${kind} ${status} ${Math.round(begun - done.from)}–${Math.round(ended - done.from)} ms`,
      )
      log(
        `round ${round + 1}, ${fault.name}: recovered after ${done.recoveryMs} ms; ${failures.length} calls failed${failures.length > 0 ? `: ${failures.slice(0, 8).join(', ')}` : ''}`,
      )
    }
  await load.stop()
  const lost = await checkAll(load)
  const rows = chosen.map(fault =>
    rowOf(
      rounds.filter(round => round.fault === fault),
      load,
      lost,
    ),
  )
  const broken = rows.flatMap((row, index) => brokenBy(row, chosen[index] as Fault))
  const lostAnywhere = lost.writes.length + lost.alarms.length
  for (const line of broken) log(`BROKEN ${line}`)
  if (broken.length > 0 || lostAnywhere > 0) process.exitCode = 1
  return rows
}

export default benchmark({
  name: 'scale-out',
  about: 'three instances and a database of three nodes that lose one part after the other under load',
  async run({ flags, log }) {
    const machine = await openMachine()
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void machine.close().then(() => process.exit(1)))
    try {
      return await measureAll(machine, flags, log)
    } finally {
      await machine.close()
    }
  },
})
