export const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** The first of a list far more often than the last. */
export const pickSkewed = <T>(values: readonly T[]) =>
  values[Math.floor(Math.random() ** 2.5 * values.length)] as T

/** One of several, each as often as its weight says. */
export function pickWeighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
  let left = Math.random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of choices) {
    left -= weight
    if (left < 0) return value
  }
  return (choices.at(-1) as (typeof choices)[number])[1]
}

/** Around a median, with the long tail that waiting times have. */
export const around = (median: number) =>
  Math.round(
    median *
      Math.exp(0.35 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())),
  )

/** Until the next of events that come independently of each other, in milliseconds. */
export const untilNext = (perMinute: number) => (-Math.log(1 - Math.random()) * 60_000) / perMinute
