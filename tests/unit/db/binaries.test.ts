import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { completeLibraries } from '#server/db/embedded/binaries.ts'

test('makes the missing library links, also when several processes do so at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'voicedeck-test-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const lib = join(root, 'native', 'lib')
  await mkdir(lib, { recursive: true })
  await writeFile(join(lib, 'libx.so.1.2'), '')
  await writeFile(
    join(root, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]),
  )
  await Promise.all(Array.from({ length: 8 }, () => completeLibraries(root)))
  expect(await readlink(join(lib, 'libx.so.1'))).toBe('libx.so.1.2')
  expect((await readdir(lib)).sort()).toEqual(['libx.so.1', 'libx.so.1.2'])
})
