/**
 * Batches lookups made in the same tick into one request, like DataLoader.
 * @param load receives at most `maxKeys` keys; missing keys resolve to undefined
 */
export function batchLoader<Value>(load: (keys: string[]) => Promise<Map<string, Value>>, maxKeys: number) {
  let waiting: Set<string> | undefined
  let result: Promise<Map<string, Value>>

  const start = () => {
    const keys = new Set<string>()
    waiting = keys
    result = new Promise<void>(resolve => setTimeout(resolve)).then(() => {
      if (waiting === keys) waiting = undefined
      return load([...keys])
    })
    return keys
  }

  return async (key: string): Promise<Value | undefined> => {
    const keys = waiting && waiting.size < maxKeys ? waiting : start()
    keys.add(key)
    return (await result).get(key)
  }
}
