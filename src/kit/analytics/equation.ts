import { type Figure, type FigureDetail, type Unit, unitOfPart } from '#contract/kit/figure.ts'

/** Formats a figure's formula with its values: “Customers lost 3 ÷ Customers at the start 40 × 100 = 7.5 %”. */
export function equationOf(
  definition: Figure,
  { parts, unit, value }: FigureDetail,
  title: (part: string) => string,
  write: (unit: Unit, value: number | null) => string,
): string {
  const { formula } = definition
  const term = (name: string) => {
    const sum = parts.find(({ part }) => part === name)?.sum ?? 0
    return `${title(name)} ${write(unitOfPart(definition, name), sum)}`
  }
  const result = ` = ${write(unit, value)}`
  if ('sum' in formula) {
    const { sum, times } = formula
    return (times ? `${term(sum)} × ${times}` : term(sum)) + (times ? result : '')
  }
  if ('ratio' in formula) {
    const [over, under] = formula.ratio
    const times = formula.times ?? 100
    return `${term(over)} ÷ ${term(under)}${times === 1 ? '' : ` × ${times}`}${result}`
  }
  if ('mean' in formula || 'percentile' in formula) {
    const part = 'mean' in formula ? formula.mean : formula.percentile
    const rows = write('count', parts.find(({ part: name }) => name === part)?.rows ?? 0)
    return 'mean' in formula
      ? `${term(part)} ÷ ${rows}${result}`
      : `p${100 * formula.share} (${title(part)}: ${rows})${result}`
  }
  if ('product' in formula)
    return `${formula.product.map(([over, under]) => `(${term(over)} ÷ ${term(under)})`).join(' × ')}${result}`
  const [from, to] = formula.growth
  return `(${term(to)} − ${term(from)}) ÷ ${term(from)} × 100${result}`
}
