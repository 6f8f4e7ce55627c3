import { v7 as uuid } from 'uuid'
import type { DeliveryReason } from '#contract/platform/reports.ts'
import type { Db } from '#server/db/open.ts'
import { translator } from '#server/kit/texts.ts'
import type { Services } from '#server/services.ts'
import { sendTaskLetter } from '../recurring/letters.ts'
import type { DeliveryToSend } from './queries.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    report_trouble: {
      id: string
      person_id: string
      report_id: string
      report: string
      who: string
      reason: DeliveryReason
    }
  }
}

/** Tells the owner of a report that someone did not get it. */
export const enqueueTrouble = (
  { jobs }: Pick<Services, 'jobs'>,
  db: Db,
  { owner_id, report_id, name, person_name }: DeliveryToSend,
  reason: DeliveryReason,
) =>
  jobs.enqueue(db, 'report_trouble', {
    id: uuid(),
    person_id: owner_id,
    report_id,
    report: name,
    who: person_name,
    reason,
  })

/** Notifies owners of reports that did not reach someone. */
export const registerTroubleLetters = (services: Services): void =>
  services.jobs.handle('report_trouble', ({ id, person_id, report_id, report, who, reason }) =>
    sendTaskLetter(services, {
      id,
      person_id,
      kind: 'report',
      letter: 'report_trouble',
      path: `/reports/${report_id}`,
      render(language) {
        const why = translator(language, 'resources')(`report-deliveries.options.reason.${reason}`)
        return { values: { report, who, reason: why }, body: `${who}: ${why}` }
      },
    }),
  )
