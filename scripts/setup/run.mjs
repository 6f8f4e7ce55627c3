import { spawn } from 'node:child_process'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill()
})

/**
 * Runs a command to its end without input and keeps what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ ok: boolean, stdout: string, output: string }>} `output` is stdout and stderr as they
 *   came; a command that cannot be started is not `ok` and `output` says why. Never rejects.
 */
export function run(command, args, { cwd, env = process.env, timeoutMs } = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    running.add(child)
    let stdout = ''
    let output = ''
    child.stdout.on('data', chunk => {
      stdout += chunk
      output += chunk
    })
    child.stderr.on('data', chunk => {
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
