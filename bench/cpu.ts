import { readdirSync, readFileSync } from 'node:fs'

/** Length of a clock tick of /proc in milliseconds. */
const tickMs = 10

/** CPU milliseconds of all programs of the machine. */
export function busyTime(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number)
  return ([user, nice, system, irq, softirq] as number[]).reduce((sum, ticks) => sum + ticks) * tickMs
}

/** Parent and CPU milliseconds of a process. */
export function processTimes(pid: string | number): { parent: number; cpu: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * tickMs }
}

/** CPU milliseconds of all connections of a PostgreSQL. */
export function connectionTimes(postmaster: number): number {
  let sum = 0
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const { parent, cpu } = processTimes(pid)
      if (parent === postmaster) sum += cpu
    } catch {
      // It ended meanwhile.
    }
  }
  return sum
}
