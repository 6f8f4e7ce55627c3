export interface Goal {
  name: string
  /** What was measured, ready to print. */
  measured: string
  /** Null where the data to measure it were not given. */
  met: boolean | null
}

/** Prints the goals. Returns whether none was missed. */
export function printGoals(goals: readonly Goal[]): boolean {
  console.log('\nGoals')
  for (const { name, measured, met } of goals)
    console.log(
      `${met === null ? 'not measured' : met ? 'met' : 'MISSED'}`.padEnd(13),
      `${name}: ${measured}`,
    )
  const missed = goals.filter(({ met }) => met === false).length
  console.log(`\n${goals.filter(({ met }) => met).length} met, ${missed} missed`)
  return missed === 0
}
