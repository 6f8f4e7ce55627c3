import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type ConditionKind,
  conditionKinds,
  type FigureCondition,
  isChange,
  type WatchedFigure,
} from '#contract/platform/figure-conditions.ts'
import { type FigureSourceName, figureSources, isFigureSource } from '#contract/platform/report-sources.ts'
import { Button } from '../button.tsx'
import { useCanCall } from '../current-user.ts'
import { SelectField, TextField } from '../field.tsx'
import styles from '../ladder/ladder.module.css'
import type { CustomInputProps } from '../resource/resource.ts'
import { unitOf, useFigureNames } from './figure-text.tsx'

/** Input for the figure that a rule watches: a screen and one of its figures; filters come from the screen. */
export function FigureInput({ id, value, onChange }: CustomInputProps<WatchedFigure>) {
  const { t } = useTranslation('figure-rules')
  const names = useFigureNames()
  const may = useCanCall()
  const screens = (Object.keys(figureSources) as FigureSourceName[]).filter(name =>
    may(figureSources[name].endpoint),
  )
  const screen = value && isFigureSource(value.name) ? value.name : undefined
  const figures = screen ? Object.keys(figureSources[screen].figures) : []
  const filters = value && screen ? names.filters(value) : ''
  return (
    <div id={id} className={styles.steps}>
      <SelectField<string>
        label={t('input.screen')}
        value={screen}
        options={screens.map(name => ({ value: name, label: names.screen(name) }))}
        onChange={name =>
          onChange?.({
            name,
            figure: Object.keys(figureSources[name as FigureSourceName].figures)[0] ?? '',
            filters: {},
          })
        }
        hint={t('input.filtersHint')}
      />
      {value && screen && (
        <SelectField<string>
          label={t('input.figure')}
          value={value.figure}
          options={figures.map(figure => ({ value: figure, label: names.figure(screen, figure) }))}
          onChange={figure => onChange?.({ ...value, figure })}
        />
      )}
      {value && filters && (
        <>
          <p className={styles.quiet}>{t('input.filters', { filters })}</p>
          <Button onClick={() => onChange?.({ ...value, filters: {} })}>{t('input.removeFilters')}</Button>
        </>
      )}
    </div>
  )
}

/** The condition that the form begins with. */
const usual: FigureCondition = { kind: 'above', value: null, by: 'percent', recovery: null }

/** A typed number; null where there is none. */
const numberOf = (text: string): number | null => {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}

/** Signs of the units, as they are appended to labels. */
const signs: Readonly<Record<string, string>> = { money: 'US$', percent: '%', milliseconds: 'ms' }

/** Input for the condition of a rule. */
export function ConditionInput({ id, value = usual, onChange }: CustomInputProps<FigureCondition>) {
  const { t } = useTranslation('figure-rules')
  const source = Form.useWatch('source') as WatchedFigure | undefined
  const change = (part: Partial<FigureCondition>) => onChange?.({ ...value, ...part })
  const compares = isChange(value.kind)
  const sign = signs[compares && value.by === 'percent' ? 'percent' : unitOf(source)]
  const labelled = (text: string) => (sign ? `${text} (${sign})` : text)
  return (
    <div id={id} className={styles.steps}>
      <SelectField<ConditionKind>
        label={t('input.kind')}
        value={value.kind}
        options={conditionKinds.map(kind => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={kind =>
          change({ kind, ...(kind === 'missing' && { value: null }), recovery: null, by: 'percent' })
        }
      />
      {compares && (
        <SelectField<'percent' | 'absolute'>
          label={t('input.by')}
          value={value.by}
          options={(['percent', 'absolute'] as const).map(by => ({ value: by, label: t(`by.${by}`) }))}
          onChange={by => change({ by })}
        />
      )}
      {value.kind !== 'missing' && (
        <>
          <TextField
            label={labelled(t(compares ? 'input.change' : 'input.value'))}
            type="number"
            step="any"
            inputMode="decimal"
            value={value.value ?? ''}
            onChange={({ target }) => change({ value: numberOf(target.value) })}
          />
          <TextField
            label={labelled(t('input.recovery'))}
            hint={t('input.recoveryHint')}
            type="number"
            step="any"
            inputMode="decimal"
            value={value.recovery ?? ''}
            onChange={({ target }) => change({ recovery: numberOf(target.value) })}
          />
        </>
      )}
    </div>
  )
}
