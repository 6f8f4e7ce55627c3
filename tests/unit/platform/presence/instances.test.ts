import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInstances } from '#server/modules/platform/presence/instances.ts'
import type { Member } from '#server/modules/platform/presence/members.ts'

const member = (key: string, ...ids: string[]): Member => ({
  key,
  person: { id: `person ${key}`, name: key, role: 'operator', organizationId: 'home' },
  records: ids.map(id => ({ resource: 'devices', id, is_editing: false })),
})

/** Instances on one bus, with a clock of the test; `isLost` decides about each message. */
function cluster(count: number, isLost: () => boolean = () => false) {
  let now = 10_000
  const seen = Array.from({ length: count }, () => new Map<string, Member>())
  const up = new Set(Array.from({ length: count }, (_, at) => at))
  const instances = Array.from({ length: count }, (_, at) =>
    createInstances(
      message => {
        for (const to of up) if (to !== at && up.has(at) && !isLost()) queue.push({ to, message })
      },
      {
        onMember: (key, member) => void (member ? seen[at]?.set(key, member) : seen[at]?.delete(key)),
        now: () => now,
      },
    ),
  )
  const queue: { to: number; message: string }[] = []
  function deliver() {
    for (let next = queue.shift(); next; next = queue.shift())
      if (up.has(next.to)) instances[next.to]?.receive(next.message)
  }
  return {
    set(at: number, member: Member) {
      instances[at]?.set(member)
      deliver()
    },
    /** Two seconds, with a beat of each instance. */
    beat() {
      now += 2_000
      for (const at of up) {
        instances[at]?.beat()
        deliver()
      }
    },
    crash: (at: number) => void up.delete(at),
    names: (at: number) => [...(seen[at]?.values() ?? [])].map(({ person }) => person.name).sort(),
    receive: (at: number, text: string) => instances[at]?.receive(text),
  }
}

describe('instances', () => {
  it('know the members of each other, and when these leave', () => {
    const three = cluster(3)
    three.set(0, member('ana', 'one'))
    three.set(1, member('ben', 'one', 'two'))
    expect([three.names(0), three.names(1), three.names(2)]).toEqual([['ben'], ['ana'], ['ana', 'ben']])
    three.set(1, member('ben'))
    expect(three.names(2)).toEqual(['ana'])
  })

  it('forget the members of one that is lost within eight seconds, and nobody else’s', () => {
    const three = cluster(3)
    three.set(0, member('ana', 'one'))
    three.set(1, member('ben', 'one'))
    three.crash(1)
    for (let beat = 0; beat < 3; beat++) three.beat()
    expect(three.names(2)).toEqual(['ana', 'ben'])
    three.beat()
    expect(three.names(2)).toEqual(['ana'])
    expect(three.names(0)).toEqual([])
  })

  it('ignore what they do not understand', () => {
    const two = cluster(2)
    for (const text of [
      '',
      'no JSON',
      '{}',
      '{"type":"set","from":"x","seq":1}',
      '[]',
      '{"type":"beat","from":1}',
    ])
      two.receive(0, text)
    expect(two.names(0)).toEqual([])
  })

  it('agree after any losses, once messages arrive again', () => {
    const change = fc.record({
      at: fc.integer({ min: 0, max: 1 }),
      key: fc.constantFrom('ana', 'ben', 'cy'),
      isGone: fc.boolean(),
      losses: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.infiniteStream(fc.boolean()), (changes, fates) => {
        let isLossy = false
        const three = cluster(3, () => isLossy && fates.next().value === true)
        const own = [new Set<string>(), new Set<string>()]
        for (const { at, key, isGone, losses } of changes) {
          isLossy = losses
          const name = `${key} ${at}`
          if (isGone) own[at]?.delete(name)
          else own[at]?.add(name)
          three.set(at, isGone ? member(name) : member(name, 'one'))
        }
        isLossy = false
        three.beat()
        three.beat()
        expect(three.names(2)).toEqual([...(own[0] ?? []), ...(own[1] ?? [])].sort())
        expect(three.names(0)).toEqual([...(own[1] ?? [])].sort())
      }),
    )
  })
})
