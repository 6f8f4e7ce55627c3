import type { Unit } from '#contract/kit/figure.ts'
import type { Language } from '#contract/kit/language.ts'
import { scheduleSentence } from '#contract/platform/report-schedule.ts'
import { figureSources, isFigureSource } from '#contract/platform/report-sources.ts'
import { linkTo } from '#server/config.ts'
import { translator } from '#server/kit/texts.ts'
import type { Services } from '#server/services.ts'
import type { Content, DrawnChart, FigureLine } from './content.ts'
import { pictureSize } from './picture.ts'
import type { DeliveryToSend } from './queries.ts'

interface Letter {
  content: Content
  /** Why the data are not in the e-mail; null if they are. */
  withheld: 'too_large' | 'unverified' | null
  isLate: boolean
  language: Language
  /** The page that unsubscribes. */
  unsubscribe: string
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => entities[sign] as string)

const formats: Readonly<Record<Unit, Intl.NumberFormatOptions>> = {
  count: {},
  money: { style: 'currency', currency: 'USD' },
  percent: { style: 'unit', unit: 'percent', maximumFractionDigits: 2 },
  milliseconds: { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 },
  score: { maximumFractionDigits: 3 },
}

/** A value in its unit; null as a dash. */
const written = (value: number | null, unit: Unit, language: Language) =>
  value === null ? '–' : value.toLocaleString(language, formats[unit])

const change = (value: number | null, language: Language) =>
  value === null
    ? '–'
    : (value / 100).toLocaleString(language, {
        style: 'percent',
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      })

/** Where the console shows the data. */
const pathOf = ({ source }: DeliveryToSend) =>
  source.kind === 'figures' && isFigureSource(source.name)
    ? `${figureSources[source.name].path}?range=${source.range}`
    : source.path

/** Content-ID of a chart's picture (RFC 2392). */
export const cidOf = ({ figure }: Pick<DrawnChart, 'figure'>) => `${figure}.chart@voicedeck`

const muted = 'color:#595959'

/** What a chart shows, in words. */
function chartSentence({ title, unit, days }: DrawnChart, language: Language): string {
  const known = days.flatMap(({ value }) => (value === null ? [] : [value]))
  // Isolated, so that signs and currencies stay at their numbers in text from right to left.
  const amount = (value: number | null) => `\u2068${written(value, unit, language)}\u2069`
  const day = (date = '') => new Date(`${date}T12:00:00Z`).toLocaleDateString(language, { timeZone: 'UTC' })
  return translator(language, 'reports')('mail.chart', {
    figure: title,
    from: day(days[0]?.date),
    to: day(days.at(-1)?.date),
    low: amount(Math.min(...known)),
    high: amount(Math.max(...known)),
    last: amount(known.at(-1) ?? null),
  })
}

/** A chart with its legend; without a picture, with the reason. */
function chartHtml(chart: DrawnChart, language: Language): string {
  const t = translator(language, 'reports')
  const { width, height } = pictureSize
  const picture = `<img src="cid:${cidOf(chart)}" alt="${escapeHtml(chart.title)}" width="${width}" height="${height}" style="display:block;max-width:100%;height:auto;border:1px solid #d9d9d9">`
  const legend = chart.picture
    ? [t('mail.compared'), ...(chart.isRunning ? [t('mail.running')] : [])]
    : [t('mail.noPicture')]
  return `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(chart.title)}</h2>${chart.picture ? picture : ''}<p style="${muted};margin:8px 0">${escapeHtml(chartSentence(chart, language))}<br>${legend.map(escapeHtml).join(' · ')}</p>`
}

const cell = 'padding:6px 8px;font-size:14px;border-bottom:1px solid #d9d9d9;text-align:'

/** The subject, text and HTML of a report, in the language of its reader. */
export function renderReport(config: Services['config'], delivery: DeliveryToSend, letter: Letter) {
  const { content, withheld, isLate, language, unsubscribe } = letter
  const { name, owner_name, schedule, time_zone, due_at, test } = delivery
  const t = translator(language, 'reports')
  const instant = (
    at: string,
    options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' },
  ) => new Date(at).toLocaleString(language, { ...options, timeZone: time_zone })
  const day = instant(due_at, { dateStyle: 'long' })
  const { figures, attachment, rows } = content
  const values = (line: FigureLine) => [
    written(line.value, line.unit, language),
    written(line.previous, line.unit, language),
    change(line.change, language),
  ]
  const headings = [t('mail.figure'), t('mail.value'), t('mail.before'), t('mail.change')]

  const what = withheld
    ? t(withheld === 'too_large' ? 'mail.tooLarge' : 'mail.unverified')
    : rows === 0
      ? t('mail.empty')
      : figures
        ? t('mail.attachedFigures', { file: attachment?.filename })
        : t('mail.attached', { count: rows ?? 0, file: attachment?.filename })
  const sentences = [
    ...(test ? [t('mail.test')] : []),
    ...(isLate ? [t('mail.late', { time: instant(due_at) })] : []),
    what,
    ...(figures
      ? [
          t('mail.period', {
            from: new Date(figures.period.from).toLocaleDateString(language, {
              timeZone: figures.period.time_zone,
            }),
            to: new Date(Date.parse(figures.period.to) - 1).toLocaleDateString(language, {
              timeZone: figures.period.time_zone,
            }),
            zone: figures.period.time_zone,
          }),
        ]
      : []),
  ]
  const sentence = scheduleSentence(schedule, time_zone, language, (key, filling) => t(key, filling))
  const why = t('mail.why', { owner: owner_name, schedule: sentence })
  const link = linkTo(config, pathOf(delivery))

  const lines = figures?.lines.map(line => {
    const [value, before, changed] = values(line)
    return t('mail.line', { figure: line.title, value, before, change: changed })
  })
  const text = [
    name,
    day,
    '',
    ...sentences,
    ...(lines ? ['', ...lines] : []),
    ...(figures ? ['', ...figures.charts.map(chart => chartSentence(chart, language))] : []),
    '',
    t('mail.open'),
    link,
    '',
    '--',
    why,
    t('mail.unsubscribe'),
    unsubscribe,
    '',
  ].join('\n')

  const row = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((one, at) => `<${tag} style="${cell}${at === 0 ? 'start' : 'end'}">${escapeHtml(one)}</${tag}>`).join('')}</tr>`
  const table = figures
    ? `<table style="border-collapse:collapse"><thead>${row('th', headings)}</thead><tbody>${figures.lines
        .map(line => row('td', [line.title, ...values(line)]))
        .join('')}</tbody></table>`
    : ''
  const charts = figures?.charts.map(chart => chartHtml(chart, language)).join('') ?? ''
  const html = `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head><body style="font-family:sans-serif;color:#1f1f1f;background:#ffffff"><h1 style="font-size:20px"><bdi>${escapeHtml(name)}</bdi></h1><p style="${muted}">${escapeHtml(day)}</p>${sentences
    .map(one => `<p>${escapeHtml(one)}</p>`)
    .join(
      '',
    )}${table}${charts}<p><a href="${escapeHtml(link)}">${escapeHtml(t('mail.open'))}</a></p><hr><p style="${muted}">${escapeHtml(why)}<br><a href="${escapeHtml(unsubscribe)}">${escapeHtml(t('mail.unsubscribe'))}</a></p></body></html>`
  return { subject: t('mail.subject', { report: name.replace(/\s+/g, ' '), day }), text, html }
}
