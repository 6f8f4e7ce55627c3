/** Turns whose worry is labelled by hand. What is denied, of others, past or said in a figure of speech is no worry. */
export interface RiskSet {
  /** Somebody has to look at once: risk high or critical. */
  urgent: readonly string[]
  /** Somebody has to look: risk medium. */
  worrying: readonly string[]
  none: Readonly<Record<'denied' | 'of_others' | 'past_or_told' | 'everyday', readonly string[]>>
}
