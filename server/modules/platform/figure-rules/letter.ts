import { notificationSettingsPath } from '#contract/alerts/index.ts'
import type { Unit } from '#contract/kit/figure.ts'
import type { Language } from '#contract/kit/language.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { screenOf } from '#contract/platform/figure-conditions.ts'
import { maxRuleLettersPerHour } from '#contract/platform/figure-rules.ts'
import { linkTo } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'
import { translator } from '#server/kit/texts.ts'
import type { Services } from '#server/services.ts'

/** Rules named in one e-mail; the rest is counted. */
const maxNamed = 20

/** What a person is notified of: a notice, with its change and its rule. */
export const findNotices = (db: Db, notices: readonly { id: string }[]) =>
  db
    .selectFrom('figure_rule_notices')
    .innerJoin('figure_rule_changes', 'figure_rule_changes.id', 'figure_rule_notices.change_id')
    .innerJoin('figure_rules', 'figure_rules.id', 'figure_rule_changes.rule_id')
    .innerJoin('people as owners', 'owners.id', 'figure_rules.owner_id')
    .innerJoin('people as recipients', 'recipients.id', 'figure_rule_notices.person_id')
    .select([
      'figure_rule_notices.id',
      'figure_rule_notices.kind',
      'figure_rule_notices.is_late',
      'recipients.time_zone',
      'figure_rule_changes.value',
      'figure_rule_changes.measured',
      'figure_rule_changes.threshold',
      'figure_rule_changes.unit',
      'figure_rule_changes.reason',
      'figure_rule_changes.path',
      'figure_rule_changes.created_at',
      'figure_rules.id as rule_id',
      'figure_rules.name',
      'figure_rules.source',
      'figure_rules.condition',
      'figure_rules.owner_id',
      'figure_rules.organization_id',
      'owners.name as owner_name',
    ])
    .where(
      'figure_rule_notices.id',
      'in',
      notices.map(({ id }) => id),
    )
    .orderBy('figure_rule_notices.id')
    .execute()
export type DetailedNotice = Awaited<ReturnType<typeof findNotices>>[number]

const formats: Readonly<Record<Unit, Intl.NumberFormatOptions>> = {
  count: {},
  money: { style: 'currency', currency: 'USD' },
  percent: { style: 'unit', unit: 'percent', maximumFractionDigits: 2 },
  milliseconds: { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 },
  score: { maximumFractionDigits: 3 },
}

const written = (value: number | null, unit: Unit, language: Language) =>
  value === null ? '–' : value.toLocaleString(language, formats[unit])

/** A rule’s name in one line, as subjects need it. */
const oneLine = (name: string) => name.replace(/\s+/g, ' ')

/** What happened, with the value and the threshold: “Fires: churn rate is 7 % (above 5 %)”. */
function sentence(notice: DetailedNotice, language: Language): string {
  const { kind, source, condition, value, measured, threshold, unit, reason } = notice
  const t = translator(language, 'figure-rules')
  const screen = screenOf(source)
  const title = screen
    ? (translator(language, screen.texts) as (key: string) => string)(`figures.${source.figure}.title`)
    : source.figure
  const own: Unit = screen?.figures[source.figure]?.unit ?? 'count'
  if (kind === 'error')
    return t('mail.error', { figure: title, reason: reason ? t(`reasons.${reason}`) : '' })
  const limit = t(`condition.${condition.kind}`, { value: written(threshold, unit as Unit, language) })
  const now = written(value, own, language)
  if (condition.kind === 'missing') return t(`mail.${kind}`, { figure: title, value: now, condition: limit })
  const change = condition.kind === 'rises' || condition.kind === 'falls'
  const amount = change
    ? t('mail.change', { value: now, change: written(measured, unit as Unit, language) })
    : now
  return t(`mail.${kind}`, { figure: title, value: amount, condition: limit })
}

/** When a rule recovered of which people are only notified now, because it was muted. */
const lateSentence = ({ created_at, time_zone }: DetailedNotice, language: Language) => {
  const time = new Date(created_at).toLocaleString(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  return translator(language, 'figure-rules')('mail.late', { time })
}

/** A notice as it is kept in a person’s notifications. */
export const renderNotice = (notice: DetailedNotice, language: Language) => ({
  title: translator(language, 'figure-rules')(`mail.titles.${notice.kind}`, { rule: oneLine(notice.name) }),
  body: [sentence(notice, language), ...(notice.is_late ? [lateSentence(notice, language)] : [])].join('\n'),
})

/** What a notice opens: the rule, or the figure for a recipient who may see only rules of their own. */
export const pathFor = ({ id, role }: Actor, { owner_id, rule_id, path }: DetailedNotice): string | null => {
  const reach = grant(role, may('figure_rules', 'show'))?.reach
  const seesRule = id === owner_id ? reach !== undefined : reach === 'all' || reach === 'organization'
  return seesRule ? `/figure-rules/${rule_id}` : path
}

interface Reader {
  language: Language
  zone: string
  /** Whether the values are left out, because the address is not verified. */
  isWithheld: boolean
}

/** One e-mail about everything that a person is notified of at a time. */
export function renderRuleLetter(
  config: Services['config'],
  notices: readonly DetailedNotice[],
  { language, zone, isWithheld }: Reader,
) {
  const t = translator(language, 'figure-rules')
  const [first] = notices as [DetailedNotice]
  const title = ({ kind, name }: DetailedNotice) => t(`mail.titles.${kind}`, { rule: oneLine(name) })
  const subject = notices.length === 1 ? title(first) : t('mail.many', { rules: notices.length })
  const paragraphs = notices.slice(0, maxNamed).flatMap(one => [
    title(one),
    ...(isWithheld ? [] : [sentence(one, language)]),
    new Date(one.created_at).toLocaleString(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: zone,
    }),
    ...(one.is_late ? [lateSentence(one, language)] : []),
    linkTo(config, one.path ?? '/figure-rules'),
    '',
  ])
  const owners = new Intl.ListFormat(language).format([
    ...new Set(notices.map(({ owner_name }) => owner_name)),
  ])
  const text = [
    ...paragraphs,
    ...(notices.length > maxNamed ? [t('mail.more', { rules: notices.length - maxNamed }), ''] : []),
    ...(isWithheld ? [t('mail.unverified'), ''] : []),
    '--',
    t('mail.why', { owner: owners }),
    t('mail.cap', { letters: maxRuleLettersPerHour }),
    t('mail.settings'),
    linkTo(config, notificationSettingsPath),
    '',
  ].join('\n')
  return { subject, text }
}
