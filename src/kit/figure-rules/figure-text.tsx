import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Unit } from '#contract/kit/figure.ts'
import {
  betterDirection,
  type FigureCondition,
  isChange,
  screenOf,
  type WatchedFigure,
} from '#contract/platform/figure-conditions.ts'
import { type FigureSourceName, figureSources } from '#contract/platform/report-sources.ts'
import { useUnitFormat } from '../analytics/figures.ts'

/** The files in `locales/` with the names of figures and of their facets. */
export const figureTexts = ['operations', 'conversation-analytics', 'usage', 'revenue', 'safety'] as const

/** Looks up a text whose key is only known when it is shown. */
type Find = (key: string) => string

/** The unit of a figure; a number if the figure no longer exists. */
export const unitOf = (source: WatchedFigure | undefined): Unit =>
  (source && screenOf(source)?.figures[source.figure]?.unit) ?? 'count'

/** The unit of what a condition compares with its threshold. */
export function measuredUnitOf(source: WatchedFigure | undefined, condition: FigureCondition): Unit {
  if (condition.kind === 'missing') return 'count'
  return isChange(condition.kind) && condition.by === 'percent' ? 'percent' : unitOf(source)
}

/** Names of screens, figures and filters. */
export function useFigureNames() {
  const { t } = useTranslation(['figure-rules', 'navigation', ...figureTexts])
  const find = t as unknown as Find
  const screen = (name: FigureSourceName) => t(`navigation:screens.${figureSources[name].screen}`)
  const figure = (name: FigureSourceName, figure: string) =>
    find(`${figureSources[name].texts}:figures.${figure}.title`)
  const filters = ({ name, filters }: WatchedFigure) =>
    Object.entries(filters)
      .map(
        ([facet, value]) =>
          `${find(`${figureSources[name as FigureSourceName].texts}:facets.${facet}`)} = ${value}`,
      )
      .join(' · ')
  return { screen, figure, filters }
}

/** A watched figure as text, with a link to its screen. */
export function FigureText({ source }: { source: WatchedFigure }) {
  const { t } = useTranslation('figure-rules')
  const names = useFigureNames()
  const known = screenOf(source)
  if (!known) return source.figure
  const name = source.name as FigureSourceName
  const text = t('source', { screen: names.screen(name), figure: names.figure(name, source.figure) })
  const filters = names.filters(source)
  const held = Object.entries(source.filters).map(
    ([facet, value]) => `${facet}:${value.replace(/[%,:]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)}`,
  )
  const opened = new URLSearchParams({ figure: [source.figure, ...held].join(',') })
  return (
    <Link to={`${known.path}?${opened}`}>{filters ? t('filtered', { source: text, filters }) : text}</Link>
  )
}

/** A condition as text: “above 20; recovers at 15 · Less is better”. */
export function ConditionText({ source, condition }: { source: WatchedFigure; condition: FigureCondition }) {
  const { t } = useTranslation('figure-rules')
  const write = useUnitFormat()
  const unit = measuredUnitOf(source, condition)
  const text = t(`condition.${condition.kind}`, { value: write(unit, condition.value) })
  const whole =
    condition.recovery === null || condition.kind === 'missing'
      ? text
      : t('recovers', { condition: text, value: write(unit, condition.recovery) })
  return condition.kind === 'missing' ? whole : `${whole} · ${t(`better.${betterDirection(source)}`)}`
}

/** A value in its unit. */
export function AmountText({ unit, value }: { unit: Unit; value: number | null }) {
  const write = useUnitFormat()
  return <span className="numbers">{write(unit, value)}</span>
}

/** A link to a figure in the period of a check. */
export function FigureLink({ to }: { to: string }) {
  const { t } = useTranslation('figure-rules')
  return <Link to={to}>{t('openFigure')}</Link>
}
