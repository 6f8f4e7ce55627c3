import type mail from '#locales/en/mail.json'
import { languageOf, textsIn } from '#server/kit/texts.ts'

/** How the reader of a letter reads. */
interface Reader {
  locale: string
  time_zone: string
}

/**
 * A letter's subject and text in its reader's language where there are texts in it, else in English.
 * @param instants what of the values are points in time; shown where the reader is.
 */
export function letterText(
  letter: keyof typeof mail,
  { locale, time_zone: timeZone }: Reader,
  instants: Readonly<Record<string, Date>>,
  values: Readonly<Record<string, string>>,
): { subject: string; text: string } {
  const language = languageOf(locale)
  const write = (instant: Date) =>
    `${instant.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })} (${timeZone})`
  const written = Object.entries(instants).map(([name, instant]) => [name, write(instant)])
  const replace: Record<string, string> = { ...values, ...Object.fromEntries(written) }
  const t = textsIn(language, 'mail')
  return { subject: t(`${letter}.subject`, { replace }), text: t(`${letter}.text`, { replace }) }
}
