import type { TFunction } from 'i18next'
import type { Refusal } from '#contract/kit/refusal.ts'
import type { Labels } from './labels.ts'

/**
 * Why something was refused, in the person's language where the reason is known, else as the server or the contract
 * said it. @param field the label of what was refused.
 */
export const reasonText = (
  { code, values, text }: Omit<Refusal, 'field'>,
  field: string,
  t: TFunction<'kit'>,
): string => (code ? t(`issue.${code}`, code === 'required' ? { field } : values) : text)

/** All that a row of a report was refused for. */
export const refusalText = (refusals: readonly Refusal[], labels: Labels, t: TFunction<'kit'>): string =>
  refusals
    .map(refusal => {
      const { field, code } = refusal
      const label = field === null ? '' : labels.field(field)
      const reason = reasonText(refusal, label, t)
      // The text of what is missing names its field by itself.
      return field === null || code === 'required' ? reason : t('issue.at', { field: label, reason })
    })
    .join('; ')
