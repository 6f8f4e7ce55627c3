import { type ReactNode, useId } from 'react'
import { FigureCard, type FigureCardProps } from './figure-card.tsx'
import { Cards } from './panel.tsx'

type ValueOf<Values> = {
  [Name in keyof Values]-?: Values[Name] extends number | null ? Name : never
}[keyof Values] &
  string

/** How one of the values is shown. */
export interface CardOf<Values> extends Omit<FigureCardProps, 'figure' | 'value' | 'previous'> {
  of: ValueOf<Values>
  /** The figure that it opens, where that has another name. */
  figure?: string
}

interface FigureCardsProps<Values> {
  of: Values
  /** Those of the period before: null while they are awaited, undefined where nothing is compared. */
  before: Values | null | undefined
  cards: readonly CardOf<Values>[]
}

/** A card for each of some values, beside those of the period before. */
export function FigureCards<Values extends object>({ of: values, before, cards }: FigureCardsProps<Values>) {
  const valueIn = (from: Values, name: ValueOf<Values>) => from[name] as number | null
  return cards.map(({ of, figure = of, ...rest }) => (
    <FigureCard
      key={of}
      figure={figure}
      value={valueIn(values, of)}
      previous={before ? valueIn(before, of) : (before as null | undefined)}
      {...rest}
    />
  ))
}

/** The cards that a screen begins with, under a heading for those who listen. */
export function ChiefFigures({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="spoken">
        {title}
      </h2>
      <Cards>{children}</Cards>
    </section>
  )
}
