import { type RetentionKind, retentionKinds } from '#contract/platform/system.ts'

/** Retention in days by kind of data; 0 keeps data forever. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>

const usual: RetentionDays = {
  transcripts: 730,
  health: 1825,
  'device-events': 730,
  'translation-sessions': 1095,
  'activity-logs': 1825,
  'rate-limit-violations': 90,
  visits: 730,
  'webhook-events': 30,
  'on-call': 365,
  'report-deliveries': 365,
  'figure-rule-history': 365,
}

const isKind = (text: string): text is RetentionKind => (retentionKinds as readonly string[]).includes(text)

/**
 * Parses `transcripts:365,visits:0`; kinds that are not named have their default.
 * @throws an error that states the problem in one sentence
 */
export function parseRetentionDays(setting = ''): RetentionDays {
  const days: Record<RetentionKind, number> = { ...usual }
  for (const pair of setting.split(',').filter(Boolean)) {
    const [kind = '', number = ''] = pair.split(':').map(part => part.trim())
    if (!isKind(kind)) throw new Error(`"${kind}" is none of ${retentionKinds.join(', ')}`)
    if (!/^\d{1,5}$/.test(number)) throw new Error(`${kind} needs a number of days`)
    days[kind] = Number(number)
  }
  return days
}
