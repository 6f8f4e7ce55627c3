/**
 * Checks, from the built console alone, how many files and kilobytes each kind of screen loads before its first
 * content. `npm run bench:load` measures the time that this takes in a browser.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'

const built = 'dist/console'

interface Preloads {
  files: string[]
  guest: (number | string)[]
  signedIn: (number | string)[]
  screens: Record<string, (number | string)[]>
  texts: Record<string, Record<string, number>>
}

/** Requests and KB (1,024 B, brotli) before the first content, with the API requests that run in parallel. */
const budgets: Record<string, { requests: number; kilobytes: number }> = {
  '/login': { requests: 10, kilobytes: 200 },
  '/': { requests: 15, kilobytes: 290 },
  '/analytics': { requests: 15, kilobytes: 290 },
  '/users/admins': { requests: 15, kilobytes: 325 },
  '/devices': { requests: 15, kilobytes: 330 },
}

const html = readFileSync(`${built}/index.html`, 'utf8')
const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file as string)
const data = /= (\{"files".*\})\n/.exec(html)?.[1]
if (!data) throw new Error('index.html has no preloads: see vite/preloads.ts')
const { files, guest, signedIn, screens, texts } = JSON.parse(data) as Preloads

function filesOf(path: string): string[] {
  const chunks = path === '/login' ? guest : [...signedIn, ...(screens[path] ?? [])]
  const own = chunks.map(chunk => files[typeof chunk === 'string' ? (texts.en?.[chunk] ?? -1) : chunk])
  return [...new Set(['index.html', ...linked, ...own.map(file => `assets/${file}`)])]
}

function sizeOf(file: string): number {
  const path = `${built}/${file}`
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

for (const [path, budget] of Object.entries(budgets)) {
  const loaded = filesOf(path)
  const requests = loaded.length + (path === '/login' ? 1 : 2)
  const kilobytes = Math.round(loaded.reduce((sum, file) => sum + sizeOf(file), 0) / 102.4) / 10
  const isOver = requests > budget.requests || kilobytes > budget.kilobytes
  if (isOver) process.exitCode = 1
  process.stdout.write(
    `${path.padEnd(14)} ${requests} of ${budget.requests} requests, ${kilobytes} of ${budget.kilobytes} KB${isOver ? '  OVER BUDGET' : ''}\n`,
  )
}
