import { createContext, useContext } from 'react'
import { useSearchParams } from 'react-router'
import type { Figure, Opening } from '#contract/kit/figure.ts'

/** What a figure is held to beside its time: facets of its group, or a time of its own (`time_range`, `from`, `to`). */
export type Held = Readonly<Record<string, string>>

/** What a screen tells of its figures, so that each of them can be opened. */
export interface Figures {
  /** The call that opens them. */
  endpoint: Opening
  definitions: Readonly<Record<string, Figure>>
  /** The query of the screen's own time. */
  time: Held
  /** What the group filters by. */
  facets: readonly string[]
  /** What a figure is called, and its formula in words. */
  title(figure: string): string
  formula(figure: string): string
  part(part: string): string
  facet(facet: string): string
  value(facet: string, value: string): string
  /** The address of the resource list that holds exactly the figure's rows, where there is one. */
  list?(figure: string, period: { from: string; to: string }, held: Held): string | null
}

export const FiguresContext = createContext<Figures | null>(null)

export function useFigures(): Figures {
  const figures = useContext(FiguresContext)
  if (!figures) throw new Error('A figure stands outside of what tells its figures')
  return figures
}

/** The parameter of the address that holds the opened figure, with all that it is held to. */
const parameter = 'figure'

const written = (value: string) => value.replace(/[%,:]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
const read = (value: string) => value.replace(/%(25|2c|3a)/g, decodeURIComponent)

/** The opened figure, which the address holds: `?figure=mrr,plan:starter`. */
export function useOpenFigure() {
  const [search, setSearch] = useSearchParams()
  const [figure = '', ...held] = (search.get(parameter) ?? '').split(',')
  const opened = figure
    ? {
        figure,
        held: Object.fromEntries(
          held.map(pair => pair.split(':')).map(([facet, value = '']) => [facet, read(value)]),
        ) as Held,
      }
    : null
  const open = (figure: string, held: Held = {}) =>
    setSearch(before => {
      const after = new URLSearchParams(before)
      after.set(
        parameter,
        [figure, ...Object.entries(held).map(([facet, value]) => `${facet}:${written(value)}`)].join(','),
      )
      return after
    })
  const close = () =>
    setSearch(
      before => {
        const after = new URLSearchParams(before)
        after.delete(parameter)
        return after
      },
      { replace: true },
    )
  return { opened, open, close }
}
