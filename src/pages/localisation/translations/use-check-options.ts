import { useTranslation } from 'react-i18next'
import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import { useCall } from '#kit/use-call.ts'
import type { TextsView } from './use-texts-view.ts'

/** Choices of the filter by findings: checks that find something, with the number of texts. */
export function useCheckOptions({ language, check: chosen }: TextsView) {
  const { t } = useTranslation('translations')
  const counts = useCall(textCheckCalls.counts, { query: { language } }, { resource: 'translations' }).data
  const found = (counts?.checks ?? []).filter(({ check, texts }) => texts > 0 || check === chosen)
  return [
    { value: '' as const, label: t('list.anyOrNone') },
    { value: 'any' as const, label: t('list.withFindings', { count: counts?.total ?? 0 }) },
    ...found.map(({ check, texts }) => ({
      value: check,
      label: t('list.ofCheck', { check: t(`checks.${check}`), count: texts }),
    })),
  ]
}
