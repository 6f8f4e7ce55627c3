import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { Problem } from './problem.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const markBytes = 4

/** Encrypts secrets that must be readable later, so that a copy of the database does not reveal them. */
export interface Vault {
  /** @param owner bound as associated data: the secret cannot be decrypted for another owner, even if rows are swapped */
  seal(secret: string, owner: string): Buffer
  /** @throws Problem 503 if it was encrypted with an unknown key; Error if it is corrupt or belongs to another owner */
  open(sealed: Buffer, owner: string): string
  /** Prefix of secrets encrypted with the current key; others should be re-encrypted. */
  keyId: Buffer
  /** Whether it was encrypted with a known key. */
  canOpen(sealed: Buffer): boolean
}

const markOf = (key: Uint8Array) => createHash('sha256').update(key).digest().subarray(0, markBytes)

/**
 * AES-256-GCM. A sealed secret is: 4 bytes of the key's SHA-256 · nonce · tag · cipher text.
 * @param key encrypts and decrypts
 * @param former only decrypt
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

/** Reads the keys from the data folder, one per line; creates the file with mode 0600 if it is missing. */
async function keysOfFolder(folder: string): Promise<Buffer[]> {
  const path = join(folder, 'secret.key')
  const fresh = `${path}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(fresh, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  // Linking is atomic and never replaces an existing file.
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

/** Opens the vault with the keys of `SECRET_KEY`, or of a file in the data folder. */
export async function openVault({ SECRET_KEY, DATA_DIR }: Config): Promise<Vault> {
  const [key, ...former] = SECRET_KEY ?? (await keysOfFolder(DATA_DIR))
  return createVault(key as Buffer, ...former)
}

/** 32 random bytes by name, generated once and shared by all instances through the database. */
export async function sharedSecret(db: Db, name: string): Promise<Uint8Array> {
  const fresh = JSON.stringify(randomBytes(32).toString('base64'))
  await db
    .insertInto('settings')
    .values({ person_id: null, key: name, value: fresh })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', name)
    .where('person_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Buffer.from(value as string, 'base64')
}
