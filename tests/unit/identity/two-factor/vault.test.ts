import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createVault, openVault } from '#server/kit/vault.ts'

describe('the vault', () => {
  test('opens what it sealed, for its owner alone', () => {
    const vault = createVault(randomBytes(32))
    const sealed = vault.seal('a secret', 'anna')
    expect(sealed.includes('secret')).toBe(false)
    expect(vault.open(sealed, 'anna')).toBe('a secret')
    expect(() => vault.open(sealed, 'bob')).toThrow()
    const bent = Buffer.from(sealed)
    bent.writeUInt8(bent.readUInt8(bent.length - 1) ^ 1, bent.length - 1)
    expect(() => vault.open(bent, 'anna')).toThrow()
  })

  test('reports that another key was used for sealing', () => {
    const sealed = createVault(randomBytes(32)).seal('a secret', 'anna')
    expect(() => createVault(randomBytes(32)).open(sealed, 'anna')).toThrow(/SECRET_KEY/)
  })

  test('opens what a former key sealed, and seals with the current one', () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)]
    const sealed = createVault(old).seal('a secret', 'anna')
    const vault = createVault(fresh, old)
    expect(vault.open(sealed, 'anna')).toBe('a secret')
    expect(createVault(fresh).open(vault.seal('a secret', 'anna'), 'anna')).toBe('a secret')
    expect([sealed, vault.seal('x', 'anna')].map(createVault(fresh).canOpen)).toEqual([false, true])
  })

  test('reads its keys from the lines of the file in the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-vault-'))
    try {
      const keys = [randomBytes(32), randomBytes(32)] as const
      const text = keys.map(key => `${key.toString('base64')}\n`).join('')
      await writeFile(join(folder, 'secret.key'), text)
      const vault = await openVault(readConfig({ DATA_DIR: folder }))
      expect(vault.keyId).toEqual(createVault(keys[0]).keyId)
      expect(vault.open(createVault(keys[1]).seal('a secret', 'anna'), 'anna')).toBe('a secret')
      await writeFile(join(folder, 'secret.key'), `${text}short\n`)
      await expect(openVault(readConfig({ DATA_DIR: folder }))).rejects.toThrow(/secret\.key/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('has one key per data folder, even when opened concurrently, readable by its owner only', async () => {
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

  test('uses the key of the environment, and refuses a short one', async () => {
    const key = randomBytes(32)
    const vault = await openVault(readConfig({ SECRET_KEY: key.toString('base64') }))
    expect(createVault(key).open(vault.seal('a secret', 'anna'), 'anna')).toBe('a secret')
    const former = randomBytes(32)
    const both = [key, former].map(one => one.toString('base64')).join()
    const opened = (await openVault(readConfig({ SECRET_KEY: both }))).open
    expect(opened(createVault(former).seal('a secret', 'anna'), 'anna')).toBe('a secret')
    for (const wrong of ['short', `${key.toString('base64')},short`])
      expect(() => readConfig({ SECRET_KEY: wrong })).toThrow(/SECRET_KEY/)
  })
})
