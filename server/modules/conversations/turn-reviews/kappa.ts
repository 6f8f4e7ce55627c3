/** Answers of two reviewers to the same question. */
export type AnswerPair = readonly ['right' | 'wrong', 'right' | 'wrong']

/**
 * Observed agreement of two reviewers, and Cohen's kappa: agreement beyond what their own shares of answers would bring
 * about by chance (Cohen, 1960, A Coefficient of Agreement for Nominal Scales).
 */
export function measureAgreement(pairs: readonly AnswerPair[]): {
  agreement: number | null
  kappa: number | null
} {
  if (pairs.length === 0) return { agreement: null, kappa: null }
  const share = (holds: (pair: AnswerPair) => boolean) => pairs.filter(holds).length / pairs.length
  const agreement = share(([first, second]) => first === second)
  const firstRight = share(([first]) => first === 'right')
  const secondRight = share(([, second]) => second === 'right')
  const byChance = firstRight * secondRight + (1 - firstRight) * (1 - secondRight)
  return { agreement, kappa: byChance === 1 ? null : (agreement - byChance) / (1 - byChance) }
}
