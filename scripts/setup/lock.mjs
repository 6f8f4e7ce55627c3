import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Waits until no other process sets up the same folder, then holds that right until this process ends.
 *
 * The lock is a listening local socket: the system frees it however its holder dies, so nothing can go stale.
 * Whoever comes second connects to it and is told of the holder's end by the closing of the connection.
 * @param {string} folder
 * @param {() => void} onWait called once, when the lock is held by another process
 * @returns {Promise<() => void>} gives the lock back before the process ends
 */
export async function holdLock(folder, onWait) {
  const address = lockAddress(folder)
  for (let waited = false; ; waited = true) {
    const release = await listen(address)
    if (release) return release
    if (!waited) onWait()
    await untilFree(address)
  }
}

/** @param {string} folder */
function lockAddress(folder) {
  const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  // Linux' abstract sockets leave no file behind; elsewhere the file of a dead holder is removed below.
  return process.platform === 'linux'
    ? `\0voicedeck-setup-${key}`
    : join(tmpdir(), `voicedeck-setup-${key}.sock`)
}

/**
 * @param {string} address
 * @returns {Promise<(() => void) | undefined>} undefined when another process has it
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
      resolve(() => {
        server.close()
        for (const socket of waiting) socket.destroy()
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
