import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * A way to run PostgreSQL's programs. PostgreSQL refuses to run as root, so root has to become somebody else; and it
 * has to end with us even when we are killed, for which Linux has the parent-death signal.
 */
export type Runner = {
  prefix: readonly string[]
  /** The user that PostgreSQL's files must belong to, when it is not ours. */
  user?: { uid: number; gid: number }
}

const userNamespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']
const nobody = { uid: 65534, gid: 65534 }

/**
 * The first way that works here, found by trying: a user namespace or the parent-death signal may be missing or
 * refused.
 * @param dataDir must exist; the user found has to be able to enter it
 * @param program an executable of PostgreSQL
 */
export async function chooseRunner(dataDir: string, program: string): Promise<Runner> {
  const { uid, gid } = await stat(dataDir)
  const reasons: unknown[] = []
  for (const runner of candidates({ uid, gid })) {
    try {
      if (runner.user) await chown(dataDir, runner.user.uid, runner.user.gid)
      await run(runner, '/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, program])
      return runner
    } catch (error) {
      reasons.push(error)
      if (runner.user) await chown(dataDir, uid, gid)
    }
  }
  throw new AggregateError(
    reasons,
    `PostgreSQL cannot be run on ${dataDir}. As root it needs user namespaces, or a data folder and a node_modules ` +
      'that unprivileged users can reach: run the server as an ordinary user, or move them.',
  )
}

function candidates(owner: { uid: number; gid: number }): Runner[] {
  const mortal = process.platform === 'linux' ? [dieWithParent, []] : [[]]
  if (process.getuid?.() !== 0) return mortal.map(prefix => ({ prefix }))
  if (owner.uid !== 0) return mortal.map(prefix => ({ prefix, user: owner }))
  // unshare comes first: entering a namespace clears the signal that setpriv asked for.
  const inNamespace = mortal.map(prefix => ({ prefix: [...userNamespace, ...prefix] }))
  return [...inNamespace, ...mortal.map(prefix => ({ prefix, user: nobody }))]
}

/** Only what PostgreSQL needs: PGOPTIONS, PGDATA and the like of our caller must not reach it. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** Starts a program in a session of its own, so that Ctrl-C reaches us alone. */
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
export async function giveTo({ user }: Runner, directory: string): Promise<void> {
  if (user === undefined || (await stat(directory)).uid === user.uid) return
  await run({ prefix: [] }, 'chown', ['-R', `${user.uid}:${user.gid}`, directory])
}
