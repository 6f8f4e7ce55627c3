import type { Measured } from '../harness.ts'

/** How many times as long a call may take at ten times the rows. */
export const growthLimit = 1.5
/** Milliseconds by which two medians of the same call differ by chance. */
const noiseMs = 1

/** The column of a call's median at a size. */
export const columnOf = (engine: string, size: number) => `${engine} at ${size}`

/** How many times as long a call took at the larger size. */
export const growth = (row: Measured, engine: string, [small, large]: readonly [number, number]) =>
  Math.round((100 * Number(row[columnOf(engine, large)])) / Number(row[columnOf(engine, small)])) / 100

/**
 * The calls that grow with the rows more than promised.
 * @param rows one for each call
 * @param sizes in ascending order; each is compared with the one before
 */
export function brokenBy(rows: readonly Measured[], engine: string, sizes: readonly number[]): string[] {
  return sizes.slice(1).flatMap((large, index) => {
    const small = sizes[index] as number
    const limit = growthLimit ** Math.log10(large / small)
    return rows
      .filter(row => {
        const [before, after] = [small, large].map(size => Number(row[columnOf(engine, size)])) as [
          number,
          number,
        ]
        return after > limit * before && after - before > noiseMs
      })
      .map(
        row =>
          `${row.call} takes ${growth(row, engine, [small, large])} times as long with ${large} rows as with ${small}`,
      )
  })
}
