import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openVault, vaultOf } from '#server/kit/vault.ts'

describe('the vault', () => {
  test('opens what it sealed, for its owner alone', () => {
    const vault = vaultOf(randomBytes(32))
    const sealed = vault.seal('a secret', 'anna')
    expect(sealed.includes('secret')).toBe(false)
    expect(vault.open(sealed, 'anna')).toBe('a secret')
    expect(() => vault.open(sealed, 'bob')).toThrow()
    const bent = Buffer.from(sealed)
    bent.writeUInt8(bent.readUInt8(bent.length - 1) ^ 1, bent.length - 1)
    expect(() => vault.open(bent, 'anna')).toThrow()
  })

  test('says so when another key sealed it', () => {
    const sealed = vaultOf(randomBytes(32)).seal('a secret', 'anna')
    expect(() => vaultOf(randomBytes(32)).open(sealed, 'anna')).toThrow(/SECRET_KEY/)
  })

  test('has one key in a data folder, whoever opens it first, and for its owner’s eyes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-vault-'))
    try {
      const config = readConfig({ DATA_DIR: folder })
      const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(config)))
      const sealed = vaults[0]?.seal('a secret', 'anna') as Buffer
      expect(vaults.map(vault => vault.open(sealed, 'anna'))).toEqual(Array(8).fill('a secret'))
      expect(await readdir(folder)).toEqual(['secret.key'])
      expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('takes the key of the environment, and refuses a short one', async () => {
    const key = randomBytes(32)
    const vault = await openVault(readConfig({ SECRET_KEY: key.toString('base64') }))
    expect(vaultOf(key).open(vault.seal('a secret', 'anna'), 'anna')).toBe('a secret')
    expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow(/SECRET_KEY/)
  })
})
