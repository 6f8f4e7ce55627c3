// @module-tag thorough

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newDatabase } from '#tests/fixtures/database.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { startServer } from '#tests/fixtures/server-process.ts'

const post = async (url: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, reply: (await answer.json()) as Record<string, string> }
}

test('e-mails are written as files, and no log line contains a password or a token', {
  timeout: 60_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const { connectionString, drop } = await newDatabase()
  onTestFinished(drop)
  const env = {
    DATABASE_URL: connectionString,
    PUBLIC_URL: 'https://care.example.org',
    LOG_LEVEL: 'trace',
    ADMIN_USERNAME: 'boss',
  }
  const { url, output, stop } = await startServer(dataDir, env)
  const made = output().match(/^first admin: boss · password: (\S+) \(shown only now\)$/m)?.[1] ?? ''
  const boss = await post(`${url}/api/auth/login`, { email: 'boss', password: made })
  expect(boss.status).toBe(200)

  const email = 'anna@example.org'
  const anna = await post(`${url}/api/auth/register`, { username: 'anna', email, password: 'first-secret' })
  await post(`${url}/api/auth/forgot-password`, { email })
  const outbox = join(dataDir, 'outbox')
  const letters = await vi.waitFor(
    async () => {
      const files = (await readdir(outbox)).filter(name => name.endsWith('.eml')).sort()
      expect(files).toHaveLength(2)
      return Promise.all(files.map(name => readFile(join(outbox, name), 'utf8')))
    },
    { timeout: 15_000 },
  )
  const token = letters[1]?.match(/^https:\/\/care\.example\.org\/reset-password\?token=(\S+)$/m)?.[1] ?? ''
  await fetch(`${url}/api/auth/verify-reset-token/${token}`)
  await fetch(`${url}/reset-password?token=${token}`)
  const reset = await post(`${url}/api/auth/reset-password`, { token, new_password: 'second-secret' })
  expect(reset.status).toBe(200)
  expect((await post(`${url}/api/auth/login`, { email, password: 'third-secret' })).status).toBe(401)
  expect((await post(`${url}/api/auth/login`, { email, password: 'second-secret' })).status).toBe(200)

  expect(await stop()).toBe(0)
  const log = output().replace(/^first admin.*$/m, '')
  expect(log).toContain('/api/auth/verify-reset-token/{reset_token}')
  for (const secret of ['first-secret', 'second-secret', 'third-secret', made, token])
    expect(log).not.toContain(secret)
  for (const { reply } of [boss, anna]) expect(log).not.toContain(reply.access_token)

  const second = await startServer(dataDir, env)
  expect(second.output()).not.toContain('first admin')
})
