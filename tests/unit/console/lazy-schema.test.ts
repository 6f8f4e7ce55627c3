import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fieldKind, fieldMeta } from '#contract/kit/fields.ts'
import { lazySchema } from '#kit/lazy-schema.ts'

it('builds a schema once, on its first use', () => {
  const build = vi.fn(() => z.string().min(2))
  const schema = lazySchema(build)
  const wrapped = lazySchema(() => schema.optional())
  expect(build).not.toHaveBeenCalled()
  expect(wrapped.safeParse('a').success).toBe(false)
  expect(wrapped.parse('ab')).toBe('ab')
  expect(schema.parse('ab')).toBe('ab')
  expect(build).toHaveBeenCalledTimes(1)
})

it('is of the kind, and has the metadata, of what it builds', () => {
  const kind = lazySchema(() => z.enum(['a', 'b']).meta({ unordered: true }))
  const record = lazySchema(() => z.object({ kind, at: lazySchema(() => z.iso.datetime()).nullable() }))
  expect(record).toBeInstanceOf(z.ZodObject)
  expect(Object.keys(record.shape)).toEqual(['kind', 'at'])
  expect(record.shape.kind.options).toEqual(['a', 'b'])
  expect(fieldKind(record.shape.kind.optional())).toBe('enum')
  expect(fieldMeta(record.shape.kind.optional())).toEqual({ unordered: true })
  expect(fieldKind(record.shape.at)).toBe('instant')
  expect(record.extend({ more: kind }).pick({ more: true }).parse({ more: 'a' })).toEqual({ more: 'a' })
})
