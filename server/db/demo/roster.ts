import type { Place } from './places.ts'
import type { Moment } from './rhythm.ts'

interface Member {
  city: Place
  since: number
  until: number
  engagement: number
}

const bySince = (a: Member, b: Member) => a.since - b.since

/** How many of a list sorted by `since` were there at an instant. */
function present(list: readonly Member[], ts: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as Member).since <= ts) low = middle + 1
    else high = middle
  }
  return low
}

/** How many are asked before one who is there is taken, however seldom they act. */
const ATTEMPTS = 12

/** Those who may act, by place: who is picked was there at the moment, and the engaged are picked more often. */
export class Roster<T extends Member> {
  private readonly all: readonly T[]
  private readonly byPlace: Map<Place, T[]>

  constructor(members: Iterable<T>) {
    this.all = [...members].sort(bySince)
    this.byPlace = Map.groupBy(this.all, member => member.city)
  }

  /** Picks an active person of the city, otherwise of any city; undefined if there is none. */
  pick({ city, ts, random }: Moment): T | undefined {
    for (const list of [this.byPlace.get(city) ?? [], this.all]) {
      const count = present(list, ts)
      let reluctant: T | undefined
      for (let attempt = 0; attempt < ATTEMPTS && count > 0; attempt++) {
        const member = list[Math.floor(random.next() * count)] as T
        if (member.until <= ts) continue
        if (random.chance(member.engagement)) return member
        reluctant = member
      }
      if (reluctant) return reluctant
    }
    return undefined
  }
}
