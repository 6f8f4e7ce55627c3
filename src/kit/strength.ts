import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export interface Strength {
  /** From 0, guessed at once, to 4, out of reach. */
  score: 0 | 1 | 2 | 3 | 4
  /** Whether it stands, as it is or barely disguised, in the lists of leaked passwords that guessers begin with. */
  common: boolean
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** How hard a password is to guess, after zxcvbn (Wheeler, USENIX Security 2016). Loads half a megabyte: import it lazily. */
export function strengthOf(password: string): Strength {
  const { score, sequence } = estimator.check(password)
  const [whole] = sequence
  return { score, common: whole?.token === password && whole.dictionaryName === 'passwords-common' }
}
