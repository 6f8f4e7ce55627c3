import { v7 as uuid } from 'uuid'
import type { DeliveryReason } from '#contract/platform/reports.ts'
import type { Db } from '#server/db/open.ts'
import { matchLanguage, translator } from '#server/kit/texts.ts'
import { renderEmail } from '#server/modules/identity/index.ts'
import type { Services } from '#server/services.ts'
import type { DeliveryToSend } from './queries.ts'
import { linkTo } from './unsubscribe.ts'

interface ReportLetterJob {
  id: string
  person_id: string
  letter: 'report_trouble' | 'report_paused'
  report_id: string
  report: string
  who?: string
  reason?: DeliveryReason
}

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    report_letter: ReportLetterJob
  }
}

/** Tells the owner of a report that someone did not get it. */
export const enqueueTrouble = (
  { jobs }: Pick<Services, 'jobs'>,
  db: Db,
  { owner_id, report_id, name, person_name }: DeliveryToSend,
  reason: DeliveryReason,
) =>
  jobs.enqueue(db, 'report_letter', {
    id: uuid(),
    person_id: owner_id,
    letter: 'report_trouble',
    report_id,
    report: name,
    who: person_name,
    reason,
  })

/** Sends the letters about reports that did not reach someone, or were paused. */
export function registerTroubleLetters({ config, database: { db }, jobs, mail }: Services): void {
  const send = async ({ id, person_id, letter, report_id, report, who = '', reason }: ReportLetterJob) => {
    const person = await db
      .selectFrom('people')
      .select(['name', 'email', 'locale', 'time_zone'])
      .where('id', '=', person_id)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!person?.email) return
    const t = translator(matchLanguage(person.locale), 'resources')
    const why = reason ? t(`report-deliveries.options.reason.${reason}`) : ''
    const link = linkTo(config, `/reports/${report_id}`)
    const values = { name: person.name, report, who, reason: why, link }
    await mail.deliver({ id, to: person.email, ...renderEmail(letter, person, {}, values) })
  }
  jobs.handle('report_letter', send, 2)
}
