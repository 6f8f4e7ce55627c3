/** A scale from the least to the greatest of its values and zero, ended by a round number. */
export interface Scale {
  low: number
  high: number
  /** Where a value lies: 0 at the top, 1 at the bottom. */
  at(value: number): number
}

/** The round number (1, 2, 2.5 or 5 times a power of ten) at or above a positive one. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 5, 10].find(step => value <= step * power * (1 + 1e-9)) ?? 10
  return step * power
}

export function scaleOf(values: readonly number[]): Scale {
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const high = greatest > 0 ? roundUp(greatest) : 0
  const low = least < 0 ? -roundUp(-least) : 0
  const size = high - low || 1
  return { low, high: high === low ? 1 : high, at: value => (high === low ? 1 : (high - value) / size) }
}
