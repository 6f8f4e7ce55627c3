import { conversationLanguages, sessionStatuses, tasks } from '#contract/conversations/conversations.ts'

/** Lower bounds of medium, high and critical risk. */
export const risks = ['0.4', '0.6', '0.8'] as const

const choices = {
  status: sessionStatuses,
  task: tasks,
  language: conversationLanguages,
  /** Minimum value of the conversation's highest risk. */
  highest_risk_gte: risks,
} as const satisfies Record<string, readonly string[]>

const names = Object.keys(choices) as (keyof typeof choices)[]

/** Filters of the conversation history. */
export type Filters = Partial<Record<keyof typeof choices | 'user_id', string>>

/** Reads filters from the URL; ignores invalid values. */
export function parseFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of names) {
    const value = params.get(name)
    if (value !== null && (choices[name] as readonly string[]).includes(value)) filters[name] = value
  }
  const person = params.get('user_id')
  if (person !== null && /^\d{1,9}$/.test(person)) filters.user_id = person
  return filters
}
