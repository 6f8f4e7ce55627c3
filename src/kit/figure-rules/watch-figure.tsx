import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { useTranslation } from 'react-i18next'
import type { FigureDetail } from '#contract/kit/figure.ts'
import { may } from '#contract/kit/permissions.ts'
import { type FigureFilters, useFigures } from '../analytics/figures.ts'
import { ButtonLink } from '../button.tsx'
import { useCan, useCurrentUser } from '../current-user.ts'
import type { CreateState } from '../resource/form/create-screen.tsx'

/** The period of a rule that is closest to the time range of an opened figure, and how often it is checked. */
function timingOf({ time_range }: FigureFilters): { period: string; every: string } {
  if (time_range === '1h') return { period: '1h', every: '5m' }
  if (time_range === '24h') return { period: '24h', every: '15m' }
  return { period: time_range === '30d' ? '30d' : '7d', every: '1d' }
}

interface WatchFigureProps {
  figure: string
  detail: FigureDetail
  /** Query that opened the figure. */
  query: FigureFilters
}

/** A link to the form of a new rule on an opened figure, with everything filled in, for those who may create one. */
export function WatchFigure({ figure, detail, query }: WatchFigureProps) {
  const { t } = useTranslation('common')
  const { source, facets, title } = useFigures()
  const { id } = useCurrentUser()
  // Not by the endpoint, whose schemas would be loaded with every figure.
  const isOffered = useCan()(may('figure_rules', 'create'))
  if (!isOffered || !source) return null
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => facets.includes(name)))
  const state: CreateState = {
    values: {
      name: title(figure).slice(0, 120),
      source: { name: source, figure, filters },
      condition: { kind: 'above', value: detail.value, by: 'percent', recovery: null },
      ...timingOf(query),
      hold: 1,
      min_rows: 0,
      remind_hours: null,
      recipient_ids: [id],
      webhook: false,
    },
  }
  return (
    <ButtonLink icon={<EyeOutlined />} to="/figure-rules/create" state={state}>
      {t('watchFigure')}
    </ButtonLink>
  )
}
