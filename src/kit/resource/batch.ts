/**
 * Joins the single questions of one moment into one: what many cells ask for one by one is fetched at once.
 * @param load answers for at most `most` keys; a key it leaves out is answered by undefined.
 */
export function batch<Value>(load: (keys: string[]) => Promise<Map<string, Value>>, most: number) {
  let waiting: Set<string> | undefined
  let answer: Promise<Map<string, Value>>

  const start = () => {
    const keys = new Set<string>()
    waiting = keys
    answer = new Promise<void>(resolve => setTimeout(resolve)).then(() => {
      if (waiting === keys) waiting = undefined
      return load([...keys])
    })
    return keys
  }

  return async (key: string): Promise<Value | undefined> => {
    const keys = waiting && waiting.size < most ? waiting : start()
    keys.add(key)
    return (await answer).get(key)
  }
}
