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

/** @returns undefined for text that does not begin with a process id, as in a file just being written. */
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
 * Removes the file a dead postmaster left. PostgreSQL does so by itself unless its process id lives on, as a zombie
 * or as somebody else's, when it would refuse to start for ever. Children that outlived it are still kept out: they
 * hold its shared memory, which PostgreSQL checks on its own.
 */
export function removePostmasterPid(cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
