import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export interface Strength {
  /** 0 (trivial) to 4 (very strong). */
  score: 0 | 1 | 2 | 3 | 4
  /** Whether it is, possibly slightly disguised, among commonly leaked passwords. */
  common: boolean
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Estimates password strength with zxcvbn (Wheeler, USENIX Security 2016). Half a megabyte: import lazily. */
export function strengthOf(password: string): Strength {
  const { score, sequence } = estimator.check(password)
  const [whole] = sequence
  return { score, common: whole?.token === password && whole.dictionaryName === 'passwords-common' }
}
