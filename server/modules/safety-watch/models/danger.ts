import type { Found } from '../rules/found.ts'

/** A danger that the model sees where no rule spoke; null where it sees none. */
export function dangerIn(_text: string, _ruled: readonly Found[]): Found | null {
  return null
}
