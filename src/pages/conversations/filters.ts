import { conversationLanguages, sessionStatuses, tasks } from '#contract/conversations/conversations.ts'

/** Where medium, high and critical risk begin. */
export const risks = ['0.4', '0.6', '0.8'] as const

const choices = {
  status: sessionStatuses,
  task: tasks,
  language: conversationLanguages,
  /** The least of the highest risk. */
  highest_risk_gte: risks,
} as const satisfies Record<string, readonly string[]>

const names = Object.keys(choices) as (keyof typeof choices)[]

/** What the history is narrowed down by. */
export type Filters = Partial<Record<keyof typeof choices | 'user_id', string>>

/** The filters that stand in the address; what makes no sense there is left out. */
export function filtersIn(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of names) {
    const value = params.get(name)
    if (value !== null && (choices[name] as readonly string[]).includes(value)) filters[name] = value
  }
  const person = params.get('user_id')
  if (person !== null && /^\d{1,9}$/.test(person)) filters.user_id = person
  return filters
}
