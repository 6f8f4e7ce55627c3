import pg from 'pg'
import { expect, test } from 'vitest'
import { toProblem } from '#server/kit/problem.ts'

const asError = (error: object) => error as Parameters<typeof toProblem>[0]
const refusalOf = (code: string) =>
  Object.assign(new pg.DatabaseError('said by PostgreSQL', 0, 'error'), { code, severity: 'FATAL' })

test.each([
  ['shutting down', refusalOf('57P01')],
  ['starting up', refusalOf('57P03')],
  ['out of connections', refusalOf('53300')],
  ['refusing connections', Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })],
  ['without its socket', Object.assign(new Error('no socket'), { code: 'ENOENT', syscall: 'connect' })],
  ['gone while written to', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })],
  ['gone before a query', new Error('Client has encountered a connection error and is not queryable')],
  ['gone in the middle of a query', new Error('Connection terminated unexpectedly')],
  ['demoted to a standby', Object.assign(new Error('read-only'), { code: '25006', severity: 'ERROR' })],
])('a database that is %s is an outage, and the call can be retried', (_, error) => {
  const { status, kind, headers } = toProblem(asError(error))
  expect({ status, kind, headers }).toEqual({
    status: 503,
    kind: 'database-away',
    headers: { 'retry-after': '2' },
  })
})

test('a missing file is an internal error, not an outage', () => {
  const error = Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' })
  expect(toProblem(asError(error)).status).toBe(500)
})

test('two conflicting writers are asked to retry', () => {
  expect(toProblem(asError(refusalOf('40P01'))).kind).toBe('busy')
})
