import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What PostgreSQL writes about itself into `postmaster.pid`, one value a line: process id, data directory, start in
 * epoch seconds, port, first socket directory, first listen address, shared memory key, status. While it starts, the
 * later lines are missing.
 * Source: src/include/utils/pidfile.h
 */
export type PostmasterPid = {
  pid: number
  socketDir: string | undefined
  status: 'starting' | 'stopping' | 'ready' | 'standby' | undefined
}

const statuses = ['starting', 'stopping', 'ready', 'standby'] as const

/** @returns undefined if the text does not start with a process id, for example in a file that is being written. */
export function parsePostmasterPid(text: string): PostmasterPid | undefined {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const status = lines[7]?.trim()
  return { pid, socketDir: lines[4] || undefined, status: statuses.find(known => known === status) }
}

/** Reads the file of a cluster; undefined when there is none. */
export function readPostmasterPid(cluster: string): PostmasterPid | undefined {
  try {
    return parsePostmasterPid(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes the file of a dead postmaster. PostgreSQL does this itself, except if the process id still exists, as a zombie
 * or a reused id; then it would refuse to start. Surviving child processes still prevent a start: they hold its shared
 * memory, which PostgreSQL checks separately.
 */
export function removePostmasterPid(cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
