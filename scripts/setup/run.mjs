import { spawn } from 'node:child_process'

/** @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals>} */
const running = new Map()
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})

/**
 * Runs a command to its end without input and keeps what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.timeoutMs] after which it is killed
 * @param {import('./lock.mjs').Lock} [options.lock] which the command holds on to, should it outlive this process
 * @returns {Promise<{ ok: boolean, stdout: string, output: string }>} `output` is stdout and stderr as they
 *   came; a command that cannot be started is not `ok` and `output` says why. Never rejects.
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
    // npm disregards SIGTERM while it installs; what works under our lock may be cut off, as it begins anew.
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
