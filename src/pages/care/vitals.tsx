import { useTranslation } from 'react-i18next'
import type { CareSummary } from '#contract/care/care.ts'
import type { ChartData } from '#kit/chart/chart-data.ts'
import { SeriesChart } from '#kit/chart/series-chart.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import styles from './care.module.css'
import { usePersonFormat } from './use-person-format.ts'

type Vital = NonNullable<CareSummary['vitals']>[number]

/** Readings drawn in one chart. */
const chartPairs: Record<string, string> = { diastolic: 'systolic' }

/** Vital signs of the last weeks over the usual adult resting range. */
export function Vitals({ vitals, zone }: { vitals: readonly Vital[]; zone: string }) {
  const { t } = useTranslation('care')
  const format = usePersonFormat(zone)
  const { decimal } = useLocaleFormats()
  const groups = Map.groupBy(vitals, ({ name }) => chartPairs[name] ?? name)

  function dataOf(group: readonly Vital[]): ChartData {
    const [first] = group as [Vital]
    return {
      title: t(group.length > 1 ? 'vitals.bloodPressure' : `vitalsWithUnit.${first.name}`),
      of: t('vitals.measured'),
      series: group.map(({ name }, index) => ({
        key: name,
        title: t(`vitals.${name}`),
        unit: 'count',
        tone: index === 0 ? 'accent' : 'info',
      })),
      points: first.readings.map(({ at }) => ({
        key: at,
        label: format.dateTime(at),
        tick: format.day(at),
        values: Object.fromEntries(
          group.map(({ name, readings }) => [
            name,
            readings.find(reading => reading.at === at)?.value ?? null,
          ]),
        ),
      })),
    }
  }

  function rangeOf({ usual: { from, to } }: Vital): string {
    if (from === null) return ''
    if (to === null) return t('vitals.rangeFrom', { from: decimal(from) })
    return t('vitals.range', { from: decimal(from), to: decimal(to) })
  }

  return (
    <div className={styles.charts}>
      {[...groups].map(([name, group]) => {
        const data = dataOf(group)
        const range = group.map(rangeOf).filter(Boolean).join(' / ')
        return (
          <SeriesChart
            key={name}
            data={data}
            lead={range ? t('vitals.usual', { range }) : undefined}
            bands={group
              .filter(({ usual: { from, to } }) => from !== null || to !== null)
              .map(({ name, usual }) => ({ key: name, ...usual }))}
          />
        )
      })}
    </div>
  )
}
