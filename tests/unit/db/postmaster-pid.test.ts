import { expect, test } from 'vitest'
import { parsePostmasterPid } from '#server/db/embedded/postmaster-pid.ts'

const complete = [
  '7906',
  '/data/postgres',
  '1795157237',
  '5432',
  '/data/socket',
  '',
  '  2269339         4',
  'ready   ',
  '',
]

test('reads process, socket folder and status', () => {
  expect(parsePostmasterPid(complete.join('\n'))).toEqual({
    pid: 7906,
    socketDir: '/data/socket',
    status: 'ready',
  })
})

test('recognizes the status of a server that is shutting down', () => {
  expect(parsePostmasterPid(complete.with(7, 'stopping').join('\n'))?.status).toBe('stopping')
})

test('accepts the short file of a server that is starting', () => {
  expect(parsePostmasterPid(complete.slice(0, 4).join('\n'))).toEqual({
    pid: 7906,
    socketDir: undefined,
    status: undefined,
  })
})

test.each(['', '\n', 'postgres\n', '-1\n', '0\n', '1.5\n'])('finds no process in %j', text => {
  expect(parsePostmasterPid(text)).toBeUndefined()
})
