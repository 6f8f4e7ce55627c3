import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const markBytes = 4

/** Keeps secrets that must be read again, so that the database alone gives none of them away. */
export interface Vault {
  /** @param owner whose secret it is: it opens for nobody else, even if rows are swapped. */
  seal(secret: string, owner: string): Buffer
  /** @throws Problem 503 when it was sealed by another key; Error when it is not what was sealed for this owner. */
  open(sealed: Buffer, owner: string): string
  /** How the seals of the key in force begin; others are to be made anew. */
  keyId: Buffer
  /** Whether it was sealed by a key that is here. */
  canOpen(sealed: Buffer): boolean
}

const markOf = (key: Uint8Array) => createHash('sha256').update(key).digest().subarray(0, markBytes)

/**
 * AES-256-GCM. A sealed secret is: 4 bytes of the key's SHA-256 · nonce · tag · cipher text.
 * @param key seals, and opens what it sealed
 * @param former only open what they sealed while they were in force
 */
export function createVault(key: Uint8Array, ...former: Uint8Array[]): Vault {
  const mark = markOf(key)
  const keys = new Map([key, ...former].map(one => [markOf(one).toString('hex'), one]))
  const keyOf = (sealed: Buffer) => keys.get(sealed.subarray(0, markBytes).toString('hex'))
  return {
    keyId: mark,
    canOpen: sealed => keyOf(sealed) !== undefined,
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const key = keyOf(sealed)
      if (!key)
        throw new Problem(503, 'The server can’t read its stored secrets. Set SECRET_KEY.', {
          kind: 'other-secret-key',
        })
      const rest = sealed.subarray(markBytes)
      const nonce = rest.subarray(0, nonceBytes)
      const tag = rest.subarray(nonceBytes, nonceBytes + tagBytes)
      const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return cipher.update(rest.subarray(nonceBytes + tagBytes), undefined, 'utf8') + cipher.final('utf8')
    },
  }
}

/** The keys that lie in the data folder, one a line, readable to its owner alone; the first is made by who asks first. */
async function keysOfFolder(folder: string): Promise<Buffer[]> {
  const path = join(folder, 'secret.key')
  const fresh = `${path}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(fresh, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  // A link appears whole or not at all, and never in the place of another.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(fresh)
  const keys = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map(line => Buffer.from(line, 'base64'))
  if (keys.some(key => key.length !== keyBytes))
    throw new Error(`${path} must hold ${keyBytes} bytes in base64 a line`)
  return keys
}

/** The vault of this installation: its keys are those of `SECRET_KEY`, else of a file in the data folder. */
export async function openVault({ SECRET_KEY, DATA_DIR }: Config): Promise<Vault> {
  const [key, ...former] = SECRET_KEY ?? (await keysOfFolder(DATA_DIR))
  return createVault(key as Buffer, ...former)
}
