/** Rows at scale 1. Staff and the three care providers are the same at every scale. */
const atScaleOne = {
  households: 900,
  elderly: 1200,
  caregivers: 400,
  family: 1500,
  devices: 1000,
  'device-events': 120_000,
  'device-alarms': 700,
  messages: 120_000,
  'safety-incidents': 1400,
  'translation-sessions': 70_000,
  'activity-logs': 100_000,
  'page-visits': 50_000,
  'wellness-entries': 35_000,
  'rate-limit-violations': 300,
}

type Countable = keyof typeof atScaleOne
export type Counts = Record<Countable, number>
export const countables = Object.keys(atScaleOne) as Countable[]

/** How many rows of each kind to make; the kinds that are set keep their number at every scale. */
export function countsAt(scale: number, set: Partial<Counts> = {}): Counts {
  const entries = countables.map(kind => [
    kind,
    set[kind] ?? Math.max(1, Math.round(atScaleOne[kind] * scale)),
  ])
  return Object.fromEntries(entries) as Counts
}
