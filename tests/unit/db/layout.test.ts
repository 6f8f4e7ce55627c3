import { expect, test } from 'vitest'
import { layoutOf } from '#server/db/embedded/layout.ts'

test('keeps the socket in the data folder', () => {
  expect(layoutOf('/srv/voicedeck').socketDir).toBe('/srv/voicedeck/socket')
})

test('moves a socket whose path is too long to a folder of its own', () => {
  const long = `/srv/${'å'.repeat(50)}`
  const { socketDir } = layoutOf(long)
  expect(Buffer.byteLength(`${socketDir}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107)
  expect(socketDir).not.toBe(layoutOf(`${long}2`).socketDir)
  expect(socketDir).toBe(layoutOf(long).socketDir)
})
