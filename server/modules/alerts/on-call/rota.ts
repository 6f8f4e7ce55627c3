import type { DutyWindow } from '#contract/alerts/duty.ts'
import type { OnCallLayer } from '#contract/alerts/on-call.ts'
import { addDays, dayOf, firstInstantAt, wallClockAt } from '#server/kit/period.ts'

/** Half-open, in milliseconds of the epoch. */
export interface Span {
  start: number
  end: number
}

export interface PersonSpan extends Span {
  person: string
}

export interface Shift extends PersonSpan {
  /** Position of the layer; null for an override. */
  layer: number | null
}

export interface Rota {
  timeZone: string
  /** A later layer applies instead of an earlier one. */
  layers: readonly OnCallLayer[]
  absences: readonly PersonSpan[]
  /** A later override applies instead of an earlier one. */
  overrides: readonly PersonSpan[]
  /** People who can be called; anyone else counts as absent. */
  available: ReadonlySet<string>
}

const dayMs = 86_400_000
const minuteMs = 60_000

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Weekday of a calendar day: 1 Monday … 7 Sunday. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const byStart = (a: Span, b: Span) => a.start - b.start || a.end - b.end

/** The parts of a span that other spans do not cover, in order. */
export function subtract<S extends Span>(span: S, others: readonly Span[]): S[] {
  const parts: S[] = []
  let { start } = span
  for (const other of [...others].sort(byStart)) {
    if (other.end <= start || other.start >= span.end) continue
    if (other.start > start) parts.push({ ...span, start, end: other.start })
    start = Math.max(start, other.end)
  }
  if (start < span.end) parts.push({ ...span, start })
  return parts
}

/** The parts of a span that others, which do not overlap, cover. */
export const intersect = <S extends Span>(span: S, others: readonly Span[]): S[] =>
  others
    .map(({ start, end }) => ({ ...span, start: Math.max(start, span.start), end: Math.min(end, span.end) }))
    .filter(({ start, end }) => start < end)

function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { start, end } of [...spans].sort(byStart)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** The parts of a span within weekly windows of a time zone; without windows, the whole span. */
export function withinWindows(windows: readonly DutyWindow[], span: Span, timeZone: string): Span[] {
  if (windows.length === 0) return [span]
  const open: Span[] = []
  // From the day before, whose windows may last past midnight.
  const last = dayOf(new Date(span.end), timeZone)
  for (let day = addDays(dayOf(new Date(span.start), timeZone), -1); day <= last; day = addDays(day, 1)) {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    for (const { days, from, to } of windows) {
      if (!days.includes(weekday(day))) continue
      const [begin, end] = [minutes(from), minutes(to)]
      const lasts = end > begin ? end : end + 24 * 60
      open.push({
        start: firstInstantAt(midnight + begin * minuteMs, timeZone),
        end: firstInstantAt(midnight + lasts * minuteMs, timeZone),
      })
    }
  }
  return union(open).flatMap(window => intersect(window, [span]))
}

/** The turns of a layer that touch a span: hand-overs are at the same wall-clock time on both sides of a clock change. */
function* turnsOf({ starts_on, handover_at, rotation, every }: OnCallLayer, span: Span, timeZone: string) {
  const first = Date.parse(`${starts_on}T${handover_at}:00Z`)
  const length = every * (rotation === 'weekly' ? 7 : 1) * dayMs
  const handover = (turn: number) => firstInstantAt(first + turn * length, timeZone)
  // A turn earlier, in case the clock was set back within the repeated hour.
  let turn = Math.max(0, Math.floor((wallClockAt(span.start, timeZone) - first) / length) - 1)
  for (let start = handover(turn); start < span.end; turn++) {
    const end = handover(turn + 1)
    if (end > span.start) yield { turn, start, end }
    start = end
  }
}

/** The shifts of one layer within a span. The turn of an absent person passes to the next in the rotation. */
export function shiftsOfLayer(rota: Rota, position: number, span: Span): Shift[] {
  const layer = rota.layers[position]
  if (!layer) return []
  const shifts: Shift[] = []
  for (const { turn, ...times } of turnsOf(layer, span, rota.timeZone)) {
    const [own] = intersect(times, [span])
    if (!own) continue
    let open = withinWindows(layer.windows, own, rota.timeZone)
    for (let offset = 0; offset < layer.person_ids.length && open.length > 0; offset++) {
      const person = layer.person_ids[(turn + offset) % layer.person_ids.length] as string
      if (!rota.available.has(person)) continue
      const absent = rota.absences.filter(absence => absence.person === person)
      const present = open.flatMap(part => subtract(part, absent))
      shifts.push(...present.map(part => ({ ...part, person, layer: position })))
      open = open.flatMap(part => subtract(part, present))
    }
  }
  return shifts.sort(byStart)
}

/** Puts shifts above others. */
const overlay = (below: readonly Shift[], above: readonly Shift[]): Shift[] =>
  [...below.flatMap(shift => subtract(shift, above)), ...above].sort(byStart)

/** The shifts of each layer within a span, and the final schedule: never more than one person at a time. */
export function shiftsWithin(rota: Rota, span: Span): { layers: Shift[][]; final: Shift[] } {
  const layers = rota.layers.map((_, position) => shiftsOfLayer(rota, position, span))
  const overrides = rota.overrides
    .filter(({ person }) => rota.available.has(person))
    .flatMap(override => intersect(override, [span]))
    .map(({ person, start, end }): Shift[] => [{ person, start, end, layer: null }])
  return { layers, final: [...layers, ...overrides].reduce(overlay, []) }
}

/** Who is on call at an instant; null if no one is. */
export const onCallAt = (rota: Rota, instant: number): string | null =>
  shiftsWithin(rota, { start: instant, end: instant + 1 }).final[0]?.person ?? null

/** When no one is on call although someone has to be. */
export function gapsWithin(
  rota: Rota,
  required: readonly DutyWindow[],
  span: Span,
  final: readonly Span[] = shiftsWithin(rota, span).final,
): Span[] {
  return withinWindows(required, span, rota.timeZone).flatMap(needed => subtract(needed, final))
}
