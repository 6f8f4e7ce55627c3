import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { definedFigures, definitions } from '#contract/analytics/revenue-definitions.ts'
import type { RevenueFigure } from '#contract/analytics/revenue-figures.ts'
import type { FigureFilters } from '#kit/analytics/figures.ts'
import { RevenueFigures } from '#kit/revenue/revenue-figures.tsx'
import { Segmented } from '#kit/segmented.tsx'
import styles from './definition.module.css'
import { DefinitionComparison } from './differences.tsx'
import { rulesOf, useDefinition } from './use-definition.ts'
import { useKnown } from './use-known.ts'

/** The revenue figures under the chosen definition. */
export function DefinedFigures({ time, children }: { time: FigureFilters; children: ReactNode }) {
  const { t } = useTranslation('revenue')
  const { definition, params } = useDefinition()
  const { known, params: asKnown } = useKnown()
  const rules = (figure: string) => rulesOf(definition, figure as RevenueFigure)
  const own = definition === 'voicedeck'
  return (
    <RevenueFigures
      time={time}
      defined={{
        definitions: definedFigures[definition],
        params: { ...params, ...asKnown },
        // Definitions are compared by what is known now.
        ...(!known && { Comparison: DefinitionComparison }),
        note: figure =>
          rules(figure).length > 0
            ? t('definition.by', { name: t(`definition.names.${definition}`) })
            : undefined,
        formula: figure =>
          [
            t(`figures.${figure as RevenueFigure}.formula`),
            ...rules(figure).map(rule => t(`definition.rules.${rule}`)),
          ].join(' '),
        // A rule or a report counts by our own definition, and by what is known when it is due.
        ...((!own || known) && { source: undefined }),
      }}
    >
      {children}
    </RevenueFigures>
  )
}

/** Selects the definition, and says what it counts differently. */
export function DefinitionPicker({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('revenue')
  const { definition, choose } = useDefinition()
  return (
    <div className={styles.picker}>
      <Segmented
        label={t('definition.label')}
        options={definitions.map(value => ({ value, text: t(`definition.names.${value}`) }))}
        value={definition}
        onChange={choose}
      />
      <p role="status">{t(`definition.about.${definition}`)}</p>
      {children}
    </div>
  )
}
