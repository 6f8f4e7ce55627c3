import { useFormat } from '../format.ts'
import type { FieldView } from './resource.ts'

const Money = ({ dollars }: { dollars: number }) => <>{useFormat().money(dollars)}</>

/** Shows a number as an amount in USD. */
export const money: FieldView<number> = {
  show: dollars => <Money dollars={dollars} />,
}
