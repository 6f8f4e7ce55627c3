import type { FormName, Forms } from '../text-forms.ts'
import { mainForm } from '../text-memory.ts'
import type { Finding } from './checks.ts'

/** What other texts of the language have in common with one. */
export interface RelatedTexts {
  /** With the same source; what readers see. */
  same_source: readonly { id: string; forms: Forms }[]
  /** With the same translation of another source. */
  same_translation: readonly { id: string; source: Forms }[]
}

/** Texts that differ only in case and final marks count as the same. */
export const likenessKey = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[¿¡\s]+|[\s.…:!?。：！？؟]+$/gu, '')

/** Words such as “Open” or “None” depend on what they are about; sentences do not. */
const minComparedWords = 4
export const isCompared = (source: string): boolean => source.trim().split(/\s+/).length >= minComparedWords

const mainFormName = (forms: Forms): FormName => (forms.other === undefined ? 'text' : 'other')

/** The same source translated in two ways, and two sources translated in the same way. */
export function checkConsistency(source: Forms, forms: Forms, related: RelatedTexts): Finding[] {
  const text = mainForm(forms)
  if (text === '') return []
  const whole = { form: mainFormName(forms), start: 0, end: text.length }
  const others = related.same_source.map(other => mainForm(other.forms))
  const [other] = others
  const differs =
    other !== undefined &&
    isCompared(mainForm(source)) &&
    others.every(one => likenessKey(one) !== likenessKey(text))
  const isOnly = new Set(others).size === 1
  return [
    ...(differs
      ? [
          {
            check: 'inconsistent' as const,
            subject: other,
            ...whole,
            ...(isOnly && { fix: { start: 0, end: text.length, text: other } }),
          },
        ]
      : []),
    ...related.same_translation
      .slice(0, 1)
      .map(one => ({ check: 'reused' as const, subject: mainForm(one.source), ...whole })),
  ]
}
