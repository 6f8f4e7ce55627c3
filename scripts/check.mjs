/**
 * `npm run check`: all static checks, two at a time. The output of a check is shown if it fails.
 */
import { spawn } from 'node:child_process'

const node = process.execPath
const bin = (/** @type {string} */ name) => `node_modules/${name}`

/** @type {{ name: string, command: string[], alwaysShown?: boolean }[]} */
const checks = [
  { name: 'types of the server', command: [bin('typescript/bin/tsc'), '-p', 'tsconfig.server.json'] },
  { name: 'types of the console', command: [bin('typescript/bin/tsc'), '-p', 'tsconfig.console.json'] },
  { name: 'types of the browser tests', command: [bin('typescript/bin/tsc'), '-p', 'tsconfig.e2e.json'] },
  {
    name: 'format, lint, import directions',
    command: [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'],
  },
  { name: 'unused code', command: [bin('knip/bin/knip.js')] },
  { name: 'locales complete', command: ['scripts/locales.ts'] },
  { name: 'words of the glossary', command: ['scripts/words.ts'] },
  { name: 'docs/openapi.json in step', command: ['scripts/openapi.ts', '--check'] },
  { name: 'docs/webhooks.md in step', command: ['scripts/webhooks-doc.ts', '--check'] },
  { name: 'first load budgets', command: ['scripts/first-load.ts'], alwaysShown: true },
]

/** @param {string[]} command @returns {Promise<{ code: number, output: string }>} */
const run = command =>
  new Promise(resolve => {
    const child = spawn(node, command, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })

let failed = 0
const queue = [...checks]
async function worker() {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const start = performance.now()
    const { code, output } = await run(check.command)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)\n`)
    if (code !== 0 || check.alwaysShown) process.stdout.write(`${output.trimEnd()}\n`)
    if (code !== 0) failed += 1
  }
}
await Promise.all([worker(), worker()])
process.stdout.write(
  failed > 0 ? `\n${failed} of ${checks.length} checks failed\n` : `\nall ${checks.length} checks pass\n`,
)
process.exitCode = failed > 0 ? 1 : 0
