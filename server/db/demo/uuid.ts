import type { Random } from './random.ts'

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
