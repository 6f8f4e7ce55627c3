import type { Db } from '#server/db/open.ts'
import { databaseTime } from '#server/db/time.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { dayOf } from '#server/kit/period.ts'
import { listAdmins } from '#server/kit/person.ts'
import type { Services } from '#server/services.ts'
import { notify } from '../notifications/notify.ts'
import { rangeIn } from './covers.ts'
import {
  deleteOldGapNotices,
  insertGapNotices,
  type LoadedRota,
  listSchedulesInUse,
  loadRota,
} from './queries.ts'
import { gapsWithin, type Span } from './rota.ts'

const dayMs = 86_400_000
/** Days ahead in which a gap is announced. */
const noticeDays = 7
/** Number of gaps that a notification names. */
const maxNamed = 5

/** A gap is announced when it comes within a week, a day before it starts, and on each day that it lasts. */
export interface GapNotice extends Span {
  stage: 'week' | 'day' | 'now'
  /** What tells it from notices of the same stage: the start of the gap, or the day (UTC) of one that has started. */
  at: string
}

/** @param gaps cut off at `now`; times in milliseconds of the epoch */
export const noticesOf = (gaps: readonly Span[], now: number): GapNotice[] =>
  gaps.map(gap => {
    const stage = gap.start <= now ? 'now' : gap.start - now <= dayMs ? 'day' : 'week'
    const at =
      stage === 'now' ? `${dayOf(new Date(now), 'UTC')}T00:00:00.000Z` : new Date(gap.start).toISOString()
    return { ...gap, stage, at }
  })

async function notifyAdmins(db: Db, services: Services, rota: LoadedRota, notices: readonly GapNotice[]) {
  const isNow = notices.some(({ stage }) => stage === 'now')
  for (const id of await listAdmins(db, rota.organization_id))
    await notify(
      { db, services },
      { id, organization_id: rota.organization_id },
      {
        kind: 'on_call',
        path: `/on-call/${rota.id}`,
        render: (t, language) => ({
          title: t(isNow ? 'onCall.gapNow' : 'onCall.gapsAhead', { schedule: rota.name }),
          body: [
            ...notices.slice(0, maxNamed).map(({ start, end }) => {
              const times = { starts_at: new Date(start).toISOString(), ends_at: new Date(end).toISOString() }
              return `${rangeIn(language, rota.timeZone, times)} (${rota.timeZone})`
            }),
            ...(notices.length > maxNamed ? [t('onCall.moreGaps')] : []),
          ].join('\n'),
        }),
      },
    )
}

/**
 * Notifies the admins of an organization of times within the next days at which one of its schedules that a ladder uses
 * has no one on call. Each notice is sent once, however many instances run.
 */
export async function announceGaps(services: Services): Promise<void> {
  const { db } = services.database
  const now = await databaseTime(db)
  await deleteOldGapNotices(db)
  for (const id of await listSchedulesInUse(db)) {
    try {
      await auditedTransaction(services, systemOrigin, async db => {
        const span = { start: now, end: now + noticeDays * dayMs }
        const rota = await loadRota(db, id, span)
        if (!rota) return
        const notices = noticesOf(gapsWithin(rota, rota.required, span), now)
        const unsent = await insertGapNotices(db, id, notices)
        if (unsent.length > 0) await notifyAdmins(db, services, rota, unsent)
      })
    } catch (error) {
      // The other schedules are checked all the same.
      services.log.error({ err: error, schedule: id }, 'gaps of on-call schedule not announced')
    }
  }
}
