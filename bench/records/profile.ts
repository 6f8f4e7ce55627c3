import { mkdir, writeFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { ms } from '../harness.ts'

/** Microseconds between two samples. */
const intervalUs = 200
/** Packages and functions that are printed. */
const shown = 15

const inspectorPort = 9_329
/** Flags of Node for a process that is inspected. */
export const inspectorFlags = [`--inspect=127.0.0.1:${inspectorPort}`]

/** A process under the inspector, started with {@link inspectorFlags}. */
export interface Inspected {
  start(): Promise<void>
  stop(): Promise<Profiler.Profile>
  close(): void
}

/** Connects to the inspector of a process (Chrome DevTools Protocol). */
export async function inspect(): Promise<Inspected> {
  const targets = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  const waiting = new Map<number, (result: never) => void>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result as never)
    waiting.delete(id)
  }
  const ask = <Result>(method: string, params = {}) =>
    new Promise<Result>(resolve => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  await new Promise(resolve => {
    socket.onopen = resolve
  })
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: intervalUs })
  return {
    start: () => ask('Profiler.start'),
    stop: async () => (await ask<{ profile: Profiler.Profile }>('Profiler.stop')).profile,
    close: () => socket.close(),
  }
}

const packages = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/

/** The package, the folder of our own code, or the part of Node that a function belongs to. */
function ownerOf({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : `native ${functionName}`
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?([^/]+).*/, 'node:$2')
  return (
    packages.exec(url)?.[1] ?? (url.replace(/.*?\/(server|contract)\//, '$1/').replace(/\/[^/]*$/, '') || url)
  )
}

function top(times: Map<string, number>, calls: number, total: number): string[] {
  const sorted = [...times].sort(([, a], [, b]) => b - a).slice(0, shown)
  return sorted.map(
    ([name, us]) =>
      `  ${String(ms(us / calls)).padStart(6)} µs  ${((100 * us) / total).toFixed(1).padStart(5)} %  ${name}`,
  )
}

/** The largest self times by package and by function, in microseconds per call; time without work is left out. */
export function summarize({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, calls: number): string {
  const byId = new Map(nodes.map(node => [node.id, node.callFrame]))
  const byPackage = new Map<string, number>()
  const byFunction = new Map<string, number>()
  let total = 0
  for (const [at, id] of samples.entries()) {
    const frame = byId.get(id)
    if (!frame || frame.functionName === '(idle)') continue
    const us = timeDeltas[at] ?? 0
    const owner = ownerOf(frame)
    const name = `${frame.functionName || '(anonymous)'} ${owner}:${frame.lineNumber + 1}`
    byPackage.set(owner, (byPackage.get(owner) ?? 0) + us)
    byFunction.set(name, (byFunction.get(name) ?? 0) + us)
    total += us
  }
  return [
    `  by package`,
    ...top(byPackage, calls, total),
    `  by function`,
    ...top(byFunction, calls, total),
  ].join('\n')
}

/** Writes a profile for the performance panel of Chrome, VS Code or speedscope. */
export async function writeProfile(folder: string, name: string, profile: Profiler.Profile): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.cpuprofile`)
  await writeFile(file, JSON.stringify(profile))
  return file
}
