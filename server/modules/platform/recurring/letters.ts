import type { FastifyInstance } from 'fastify'
import { notificationSettingsPath } from '#contract/alerts/index.ts'
import type { OptionalKind } from '#contract/alerts/notifications.ts'
import type { Language } from '#contract/kit/language.ts'
import { linkTo } from '#server/config.ts'
import { matchLanguage, translator } from '#server/kit/texts.ts'
import { noteNotification, wantedWays } from '#server/modules/alerts/index.ts'
import { renderEmail } from '#server/modules/identity/index.ts'
import type { Services } from '#server/services.ts'

interface TaskLetter {
  /** Of the e-mail and the notification: a repetition adds nothing. */
  id: string
  person_id: string
  kind: OptionalKind
  letter: Parameters<typeof renderEmail>[0]
  /** Path of the screen of the task. */
  path: string
  /** What the e-mail names, and the text of the notification, in the reader’s language. */
  render(language: Language): { values: Record<string, string>; body: string }
}

/** Notifies a person of something about a task, in the console and by e-mail as they wish; no one if they have left. */
export async function sendTaskLetter(
  services: Services,
  { id, person_id, kind, letter, path, render }: TaskLetter,
): Promise<void> {
  const { config, database, mail } = services
  const { db } = database
  const person = await db
    .selectFrom('people')
    .select(['id', 'organization_id', 'name', 'email', 'locale', 'time_zone'])
    .where('id', '=', person_id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) return
  const { values, body } = render(matchLanguage(person.locale))
  const links = { link: linkTo(config, path), settings: linkTo(config, notificationSettingsPath) }
  const email = renderEmail(letter, person, {}, { ...values, ...links, name: person.name })
  const wanted = await wantedWays(db, person_id, kind)
  if (wanted.console)
    await noteNotification({ db, services }, person, {
      id,
      kind,
      path,
      render: () => ({ title: email.subject, body }),
    })
  if (wanted.email && person.email) await mail.deliver({ id, to: person.email, ...email })
}

/** Sends the letters to admins about tasks that were paused. */
export const pauseLetters = async (_app: FastifyInstance, { services }: { services: Services }) =>
  services.jobs.handle('pause_letter', ({ letter, values, ...job }) =>
    sendTaskLetter(services, {
      ...job,
      letter,
      kind: letter === 'report_paused' ? 'report' : 'figure_rule',
      render: language => ({ values, body: translator(language, 'messages')('paused') }),
    }),
  )
