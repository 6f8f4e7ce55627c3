import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {object} Lock
 * @property {number} descriptor for children to inherit
 * @property {() => void} release releases the lock before the process exits
 */

/**
 * Acquires the setup lock of a folder and keeps it until this process exits.
 *
 * The lock is a listening local socket, which the system releases however its owner dies. A waiting process connects to it
 * and continues when the connection closes. A child process that inherits the socket keeps the lock if it outlives this
 * process.
 * @param {string} folder
 * @param {() => void} onWait called once if another process has the lock
 * @returns {Promise<Lock>}
 */
export async function acquireLock(folder, onWait) {
  const address = lockAddress(folder)
  for (let waited = false; ; waited = true) {
    const lock = await listen(address)
    if (lock) return lock
    if (!waited) onWait()
    await untilFree(address)
  }
}

/** @param {string} folder */
function lockAddress(folder) {
  const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  // Linux abstract sockets leave no file; elsewhere the file of a dead owner is removed below.
  return process.platform === 'linux'
    ? `\0voicedeck-setup-${key}`
    : join(tmpdir(), `voicedeck-setup-${key}.sock`)
}

/**
 * @param {string} address
 * @returns {Promise<Lock | undefined>} undefined if another process has the lock
 */
function listen(address) {
  return new Promise((resolve, reject) => {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set()
    const server = createServer(socket => {
      waiting.add(socket.unref())
      socket.on('error', () => {}).on('close', () => waiting.delete(socket))
    })
    server.unref()
    server.on('error', error => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () =>
      resolve({
        descriptor: descriptorOf(server),
        release() {
          server.close()
          for (const socket of waiting) socket.destroy()
        },
      }),
    )
  })
}

/**
 * @param {string} address
 * @returns {Promise<void>}
 */
function untilFree(address) {
  return new Promise(resolve => {
    const socket = connect(address)
    socket.on('error', error => {
      if ('code' in error && error.code === 'ECONNREFUSED' && !address.startsWith('\0'))
        rmSync(address, { force: true })
    })
    socket.on('close', () => resolve())
  })
}

/**
 * Node has no public API for the descriptor.
 * @param {import('node:net').Server} server that listens
 * @returns {number}
 */
function descriptorOf(server) {
  return /** @type {{ _handle: { fd: number } }} */ (/** @type {unknown} */ (server))._handle.fd
}
