import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Freshness } from '../freshness.tsx'
import { Page } from '../page.tsx'
import { Reading } from '../reading.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { Held } from './figures.ts'
import { RangePicker } from './range-picker.tsx'
import { byName, type Range } from './use-range.ts'

interface FiguresPageProps<Data> {
  title: string
  lead: string
  range: Range
  reading: UseQueryResult<Data>
  /** What to say when it could not be read. */
  failed: string
  /** Lets the figures of the screen be opened over its time. */
  figures: ComponentType<{ time: Held; children: ReactNode }>
  /** What is there whether or not anything was read. */
  beside?: ReactNode
  children: (data: Data) => ReactNode
}

/** A screen of figures of one range: they are read at once, and each of them opens. */
export const FiguresPage = <Data,>({
  title,
  lead,
  range,
  reading,
  failed,
  figures: Figures,
  beside,
  children,
}: FiguresPageProps<Data>) => (
  <Page title={title} lead={lead} freshness={<Freshness of={reading} />} range={<RangePicker of={range} />}>
    <Figures time={byName(range)}>
      <Reading of={reading} failed={failed} skeleton={<Skeleton rows={6} height={112} />}>
        {children}
      </Reading>
    </Figures>
    {beside}
  </Page>
)
