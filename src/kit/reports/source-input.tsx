import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { rangeNames } from '#contract/kit/period.ts'
import { type FigureSourceName, figureSources, isFigureSource } from '#contract/platform/report-sources.ts'
import type { ReportSource } from '#contract/platform/reports.ts'
import { useCanCall } from '../current-user.ts'
import { SelectField } from '../field.tsx'
import styles from '../ladder/ladder.module.css'
import type { CustomInputProps, ResourceName } from '../resource/resource.ts'

/** What a report contains, as text: the name of the list, or of the screen and its time range. */
export function useSourceText(): (source: ReportSource) => string {
  const { t } = useTranslation(['reports', 'navigation', 'analytics', 'resources'])
  return ({ kind, name, range }) =>
    kind === 'figures' && isFigureSource(name)
      ? t('source.figures', {
          screen: t(`navigation:screens.${figureSources[name].screen}`),
          range: t(`analytics:range.long.${range}`),
        })
      : t('source.list', { list: t(`resources:${name as ResourceName}.many`) })
}

/** What a report contains, with a link to it. */
export function SourceText({ source }: { source: ReportSource }) {
  const text = useSourceText()(source)
  const { kind, name, path, range } = source
  const to = kind === 'figures' && isFigureSource(name) ? `${figureSources[name].path}?range=${range}` : path
  return <Link to={to}>{text}</Link>
}

/** Input for what a report contains: a list as it was when its screen was left, or a screen of figures. */
export function SourceInput({ id, value, onChange }: CustomInputProps<ReportSource>) {
  const { t } = useTranslation(['reports', 'navigation', 'analytics'])
  const may = useCanCall()
  if (value?.kind === 'list')
    return (
      <div id={id}>
        <SourceText source={value} />
        <p className={styles.quiet}>{t('input.list')}</p>
      </div>
    )
  const change = (part: Partial<ReportSource>) =>
    onChange?.({ kind: 'figures', name: '', query: '', path: '/', range: '30d', ...value, ...part })
  const names = (Object.keys(figureSources) as FigureSourceName[]).filter(name =>
    may(figureSources[name].endpoint),
  )
  return (
    <div id={id} className={styles.steps}>
      <SelectField<string>
        label={t('input.figures')}
        value={value?.name}
        options={names.map(name => ({
          value: name,
          label: t(`navigation:screens.${figureSources[name].screen}`),
        }))}
        onChange={name => change({ name })}
        hint={t('input.listHint')}
      />
      {value && (
        <SelectField
          label={t('input.range')}
          value={value.range}
          options={rangeNames.map(range => ({ value: range, label: t(`analytics:range.long.${range}`) }))}
          onChange={range => change({ range })}
        />
      )}
    </div>
  )
}
