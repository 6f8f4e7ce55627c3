import { describe, expect, it, vi } from 'vitest'
import { batchLoader } from '#kit/resource/batch-loader.ts'

const named = () =>
  vi.fn(async (ids: string[]) => new Map(ids.filter(id => id !== 'gone').map(id => [id, `#${id}`])))

describe('a batch', () => {
  it('fetches keys requested together at once, each key once', async () => {
    const load = named()
    const nameOf = batchLoader(load, 200)
    expect(await Promise.all([nameOf('a'), nameOf('b'), nameOf('a'), nameOf('gone')])).toEqual([
      '#a',
      '#b',
      '#a',
      undefined,
    ])
    expect(load.mock.calls).toEqual([[['a', 'b', 'gone']]])
  })

  it('starts over after each tick and when it is full', async () => {
    const load = named()
    const nameOf = batchLoader(load, 2)
    await Promise.all(['a', 'b', 'c'].map(nameOf))
    await nameOf('d')
    expect(load.mock.calls).toEqual([[['a', 'b']], [['c']], [['d']]])
  })

  it('rejects all callers of a failed batch, and no others', async () => {
    const load = named().mockRejectedValueOnce(new Error('down'))
    const nameOf = batchLoader(load, 200)
    const answers = await Promise.allSettled([nameOf('a'), nameOf('b')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await nameOf('a')).toBe('#a')
  })
})
