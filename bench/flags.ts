/** A mistake in the command line of a benchmark. */
export class UsageError extends Error {}

/** Options of `parseArgs` for numbers. */
export const numberOptions = <Name extends string>(sizes: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.keys(sizes).map(name => [name, { type: 'string' }])) as Record<
    Name,
    { type: 'string' }
  >

/**
 * Reads numbers of at least zero from flags.
 * @param sizes what holds where a flag is not given
 * @throws UsageError that names the flag
 */
export function readNumbers<Name extends string>(
  values: { readonly [name in NoInfer<Name>]?: string | undefined },
  sizes: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const read = ([name, size]: [string, unknown]) => {
    const given = values[name as Name]
    const number = Number(given ?? size)
    if (given?.trim() === '' || !(number >= 0))
      throw new UsageError(`--${name} needs a number, not “${given}”`)
    return [name, number]
  }
  return Object.fromEntries(Object.entries(sizes).map(read))
}
