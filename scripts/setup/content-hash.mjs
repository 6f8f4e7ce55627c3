import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A hash of the names and contents of files and folders, independent of their order.
 * @param {string} root
 * @param {string[]} entries paths below `root`; one that does not exist counts as absent
 * @returns {string} hexadecimal SHA-256
 */
export function contentHash(root, entries) {
  const hash = createHash('sha256')
  for (const path of entries.flatMap(entry => filesBelow(root, entry)).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} entry
 * @returns {string[]}
 */
function filesBelow(root, entry) {
  const path = join(root, entry)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [entry]
  return readdirSync(path).flatMap(name => filesBelow(root, `${entry}/${name}`))
}
