export const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** Picks earlier items far more often than later ones. */
export const pickSkewed = <T>(values: readonly T[]) =>
  values[Math.floor(Math.random() ** 2.5 * values.length)] as T

/** Picks an item with probability proportional to its weight. */
export function pickWeighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
  let left = Math.random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of choices) {
    left -= weight
    if (left < 0) return value
  }
  return (choices.at(-1) as (typeof choices)[number])[1]
}

/** A log-normal value around a median, like waiting times. */
export const around = (median: number) =>
  Math.round(
    median *
      Math.exp(0.35 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())),
  )

/** Milliseconds until the next event of a Poisson process. */
export const untilNext = (perMinute: number) => (-Math.log(1 - Math.random()) * 60_000) / perMinute
