import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'

/**
 * A way to run PostgreSQL's programs. PostgreSQL refuses to run as root, so root has to switch to another user; and it
 * has to end with us even when we are killed, for which Linux has the parent-death signal.
 */
export type Runner = {
  prefix: readonly string[]
  /** The user that PostgreSQL's files must belong to, when it is not ours. */
  user?: { uid: number; gid: number }
}

const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']
const userNamespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
const unprivileged = { uid: 65534, gid: 65534 }

/**
 * The first way that works here, found by trying: a user namespace or the parent-death signal may be missing or
 * refused, folders may be closed to other users, and initdb wants its user to have an account.
 * @param dataDir must exist
 */
export async function chooseRunner(dataDir: string, { initdb }: Binaries): Promise<Runner> {
  const { uid, gid } = await stat(dataDir)
  const reasons: string[] = []
  for (const runner of candidates({ uid, gid })) {
    try {
      if (runner.user) await chown(dataDir, runner.user.uid, runner.user.gid)
      await run(runner, '/bin/sh', ['-c', 'cd "$1" && exec "$2" --show -D "$1"', 'sh', dataDir, initdb])
      return runner
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
      if (runner.user) await chown(dataDir, uid, gid)
    }
  }
  throw new Error(
    `PostgreSQL cannot be run on ${dataDir}. It needs a user who is not root, has an account and can reach the data ` +
      `folder and node_modules, or else user namespaces. What was tried:\n${reasons.join('\n')}`,
  )
}

function candidates(owner: { uid: number; gid: number }): Runner[] {
  const onLinux = process.platform === 'linux'
  const plain = onLinux ? [dieWithParent, []] : [[]]
  // unshare comes first: entering a namespace clears the signal that setpriv asked for.
  const inNamespace = onLinux ? plain.map(prefix => [...userNamespace, ...prefix]) : []
  const as = (user: Runner['user'], prefixes: string[][]) =>
    prefixes.map(prefix => ({ prefix, ...(user && { user }) }))

  if (process.getuid?.() !== 0) return as(undefined, [...plain, ...inNamespace])
  if (owner.uid !== 0) return as(owner, [...plain, ...inNamespace])
  return [...as(undefined, inNamespace), ...as(unprivileged, plain)]
}

/**
 * Only what PostgreSQL needs: PGOPTIONS, PGDATA and the like of our caller must not reach it. Under libfaketime it
 * gets the same clock as this process, since rows are compared with the time of both.
 */
function environment(): NodeJS.ProcessEnv {
  const { PATH, LD_PRELOAD, FAKETIME } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(FAKETIME && { LD_PRELOAD, FAKETIME }) }
}

/** Starts a program in a new session, so that Ctrl-C reaches only this process. */
export function launch(
  runner: Runner,
  program: string,
  args: readonly string[],
  stdio: SpawnOptions['stdio'],
): ChildProcess {
  const [file = program, ...rest] = [...runner.prefix, program, ...args]
  return spawn(file, rest, { ...runner.user, env: environment(), detached: true, stdio })
}

/**
 * Runs a program to its end.
 * @returns what it wrote to its standard output
 * @throws with what it wrote to its standard error
 */
export async function run(runner: Runner, program: string, args: readonly string[]): Promise<string> {
  const [file = program, ...rest] = [...runner.prefix, program, ...args]
  const { stdout } = await promisify(execFile)(file, rest, { ...runner.user, env: environment() })
  return stdout
}

/** Hands a folder and all in it to the user that PostgreSQL runs as. */
export async function changeOwner({ user }: Runner, directory: string): Promise<void> {
  if (user === undefined || (await stat(directory)).uid === user.uid) return
  await run({ prefix: [] }, 'chown', ['-R', `${user.uid}:${user.gid}`, directory])
}
