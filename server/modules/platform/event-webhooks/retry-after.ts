import type { PostResponse } from '#server/adapters/channels/post.ts'

/** The longest pause that a receiver can ask for, in seconds. */
export const maxHoldSeconds = 3_600

/**
 * For how long a receiver wants no more messages: `Retry-After` of a 429 or 503, in seconds or as a date (RFC 9110,
 * section 10.2.3).
 * @returns seconds within the limit; null without a usable header
 */
export function holdSecondsOf(
  { status, retryAfter }: Pick<PostResponse, 'status' | 'retryAfter'>,
  now = Date.now(),
): number | null {
  if ((status !== 429 && status !== 503) || !retryAfter) return null
  const text = retryAfter.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000
  return seconds > 0 ? Math.min(seconds, maxHoldSeconds) : null
}
