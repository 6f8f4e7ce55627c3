import { spawn } from 'node:child_process'

/** @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>} */
const running = new Map()
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})

/**
 * Runs a command without input and captures its output.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.timeoutMs] after which it is killed
 * @param {import('./lock.mjs').Lock} [options.lock] inherited by the command, in case it outlives this process
 * @returns {Promise<{ ok: boolean, stdout: string, output: string }>} `output` is stdout and stderr interleaved; if the
 *   command cannot be started, `ok` is false and `output` has the reason. Never rejects.
 */
export function run(command, args, { cwd, env = process.env, timeoutMs, lock } = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', lock?.descriptor ?? 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    // npm ignores SIGTERM while installing; killing it is safe under the lock, because the next run starts over.
    running.set(child, lock ? 'SIGKILL' : 'SIGTERM')
    let stdout = ''
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', chunk => {
      stdout += chunk
      output += chunk
    })
    child.stderr?.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
    child.on('error', error => {
      running.delete(child)
      resolve({ ok: false, stdout, output: `${output}${error.message}` })
    })
    child.on('close', code => {
      running.delete(child)
      resolve({ ok: code === 0, stdout, output })
    })
  })
}
