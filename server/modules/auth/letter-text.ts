import english from '#locales/en/mail.json' with { type: 'json' }
import spanish from '#locales/es/mail.json' with { type: 'json' }

const texts: Record<string, typeof english> = { en: english, es: spanish }

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
  letter: keyof typeof english,
  { locale: wanted, time_zone: timeZone }: Reader,
  instants: Readonly<Record<string, Date>>,
  values: Readonly<Record<string, string>>,
): { subject: string; text: string } {
  const locale = wanted in texts ? wanted : 'en'
  const { subject, text } = (texts[locale] ?? english)[letter]
  const all: Record<string, string> = { ...values }
  for (const [name, instant] of Object.entries(instants))
    all[name] =
      `${instant.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })} (${timeZone})`
  const fill = (template: string) => template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => all[name] ?? '')
  return { subject: fill(subject), text: fill(text) }
}
