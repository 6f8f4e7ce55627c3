import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether `pid` is a running postmaster of `cluster`, and not a zombie or another process with a reused id.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  return process.platform === 'linux' ? isPostmasterByProc(pid, cluster) : isPostmasterByPs(pid, cluster)
}

function isPostmasterByProc(pid: number, cluster: string): boolean {
  try {
    // A zombie's command line is empty; child processes of a postmaster replace theirs by a title.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return command.some((word, index) => word === '-D' && command[index + 1] === cluster)
  } catch {
    return false
  }
}

function isPostmasterByPs(pid: number, cluster: string): boolean {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, LC_ALL: 'en_US.UTF-8' },
    })
    return !line.trimStart().startsWith('Z') && line.includes(`-D ${cluster}`)
  } catch {
    return false
  }
}
