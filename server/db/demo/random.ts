/** 32-bit FNV-1a over UTF-16 units, from a given basis; http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string, basis: number): number {
  let hash = basis
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * Numbers that look random and follow from a key alone.
 *
 * The generator is sfc32 (Chris Doty-Humphrey, PractRand 0.93, https://pracrand.sourceforge.net), seeded with two
 * hashes of the key and run for 12 rounds, as its author does. A fork is a stream of its own: drawing more from
 * one never moves another, so a changed count of one table leaves the rows of the others as they were.
 */
export class Random {
  readonly key: string
  private a: number
  private b: number
  private c = 0
  private counter = 1

  constructor(key: string) {
    this.key = key
    this.a = fnv1a(key, 0x811c9dc5)
    this.b = fnv1a(key, 0x9e3779b9)
    for (let round = 0; round < 12; round++) this.bits()
  }

  fork(...names: (string | number)[]): Random {
    return new Random(`${this.key}/${names.join('/')}`)
  }

  /** 32 random bits, as an unsigned integer. */
  bits(): number {
    const sum = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum
    this.c |= 0
    return sum >>> 0
  }

  /** At least 0, below 1. */
  next(): number {
    return this.bits() / 0x1_0000_0000
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  /** Both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** A position in a list of weights, drawn as often as its weight says. */
  position(weights: readonly number[], sum: number): number {
    let left = this.next() * sum
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i] as number
      if (left < 0) return i
    }
    return 0
  }

  /** One of the names, drawn as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const values = Object.values<number>(weights)
    const at = this.position(
      values,
      values.reduce((a, b) => a + b, 0),
    )
    return Object.keys(weights)[at] as K
  }

  /** Normally distributed, mean 0 and deviation 1 (Box and Muller, 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** Log-normally distributed around its median; sigma is the deviation of the logarithm. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal())
  }

  /** Digits for every # of a pattern: `+49 30 23125 ###`. */
  digits(pattern: string): string {
    return pattern.replace(/#/g, () => String(this.int(0, 9)))
  }
}

const hex4 = Array.from({ length: 0x10000 }, (_, n) => n.toString(16).padStart(4, '0'))
const hex = (n: number) => hex4[n & 0xffff] as string

/** A UUIDv7 (RFC 9562, section 5.7) of an instant in milliseconds; the 74 free bits come from the generator. */
export function uuidv7(ms: number, random: Random): string {
  const high = Math.floor(ms / 0x10000)
  const a = random.bits()
  const b = random.bits()
  const c = random.bits()
  const version = 0x7000 | (a & 0x0fff)
  const variant = 0x8000 | ((a >>> 12) & 0x3fff)
  return `${hex(high >>> 16)}${hex(high)}-${hex(ms % 0x10000)}-${hex(version)}-${hex(variant)}-${hex(b >>> 16)}${hex(b)}${hex(c)}`
}
