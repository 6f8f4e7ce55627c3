import { useTranslation } from 'react-i18next'
import { conversationLanguages, sessionStatuses, tasks } from '#contract/conversations.ts'
import { useWording } from '#kit/wording.ts'
import { Choice } from './choice.tsx'
import styles from './conversations.module.css'

export interface Filters {
  status: string | undefined
  task: string | undefined
  language: string | undefined
  /** The least of the highest risk. */
  highest_risk_gte: number | undefined
}

export const noFilters: Filters = {
  status: undefined,
  task: undefined,
  language: undefined,
  highest_risk_gte: undefined,
}

/** Where medium and high risk begin. */
const risks = ['0.4', '0.6', '0.8'] as const

interface HistoryFiltersProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** What the history is narrowed down by. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('conversations')
  const languages = useWording().byName(
    conversationLanguages.map(value => ({ value, label: t(`languages.${value}`) })),
    ({ label }) => label,
  )
  const any = { value: '', label: t('filters.any') }
  const set = (part: Partial<Filters>) => onChange({ ...filters, ...part })
  return (
    <div className={styles.filters}>
      <Choice
        label={t('filters.status')}
        value={filters.status ?? ''}
        options={[any, ...sessionStatuses.map(value => ({ value, label: t(`status.${value}`) }))]}
        onChange={value => set({ status: value || undefined })}
      />
      <Choice
        label={t('start.task')}
        value={filters.task ?? ''}
        options={[any, ...tasks.map(value => ({ value, label: t(`task.${value}`) }))]}
        onChange={value => set({ task: value || undefined })}
      />
      <Choice
        label={t('start.language')}
        value={filters.language ?? ''}
        options={[any, ...languages]}
        onChange={value => set({ language: value || undefined })}
      />
      <Choice
        label={t('filters.risk')}
        value={filters.highest_risk_gte === undefined ? '' : String(filters.highest_risk_gte)}
        options={[
          any,
          ...risks.map(value => ({
            value,
            label: t(`filters.risks.${value.replace('.', '_') as '0_4' | '0_6' | '0_8'}`),
          })),
        ]}
        onChange={value => set({ highest_risk_gte: value ? Number(value) : undefined })}
      />
    </div>
  )
}
