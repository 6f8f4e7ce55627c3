/** A JSON array of objects, one a line; a chunk for each batch of rows. */
export async function* json(
  names: readonly string[],
  batches: AsyncIterable<readonly (readonly unknown[])[]>,
): AsyncGenerator<string> {
  let lead = '[\n'
  for await (const batch of batches) {
    const objects = batch.map(row =>
      JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    )
    yield lead + objects.join(',\n')
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}
