import type { Alert } from '#contract/alerts/alerts.ts'

/** What a device reports that is an alarm by itself, and how grave it is; anything else is only kept. */
const alarms: ReadonlyMap<string, Alert['severity']> = new Map([
  ['button', 'critical'],
  ['fall', 'critical'],
])

/** How grave an alarm a type of device event is; undefined where it is none. */
export const alarmOf = (type: string): Alert['severity'] | undefined => alarms.get(type)
