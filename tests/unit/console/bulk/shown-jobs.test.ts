import { expect, it } from 'vitest'
import type { BulkJob } from '#contract/kit/bulk.ts'
import { visibleJobs } from '#kit/bulk/jobs.ts'

const now = Date.parse('2026-05-04T12:00:00Z')

const job = (id: string, values: Partial<BulkJob> = {}): BulkJob => ({
  id,
  resource: 'devices',
  act: 'update',
  undoes: null,
  patch: { status: 'retired' },
  state: 'finished',
  total: 3,
  done: 3,
  skipped: 0,
  undone: 0,
  undoable: true,
  created_at: '2026-05-04T11:50:00Z',
  finished_at: '2026-05-04T11:58:00Z',
  ...values,
})

const shown = (jobs: BulkJob[], dismissed: string[] = []) =>
  visibleJobs(jobs, dismissed, now).map(({ id }) => id)

it('shows running jobs, however old, and recently finished ones', () => {
  const old = { created_at: '2026-05-04T10:00:00Z' }
  const running = job('runs', { ...old, state: 'running', finished_at: null })
  const over = job('over', { ...old, finished_at: '2026-05-04T10:01:00Z' })
  expect(shown([running, job('fresh'), over])).toEqual(['runs', 'fresh'])
})

it('omits dismissed jobs, unless they are running', () => {
  expect(shown([job('a'), job('b', { state: 'running' })], ['a', 'b'])).toEqual(['b'])
})

it('shows an undo instead of the job that it undoes, unless there is more to undo', () => {
  const undoing = job('undoing', { act: 'undo', undoes: 'first', undoable: false })
  expect(shown([undoing, job('first', { undone: 3, undoable: false })])).toEqual(['undoing'])
  expect(shown([undoing, job('first', { undone: 1 })])).toEqual(['undoing', 'first'])
})
