/** Formats seconds as a clock: 67 → `1:07`, 3607 → `1:00:07`; negative values as `0:00`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Compares a waiting time with the acknowledgement targets, in seconds, shortest first. */
export function acknowledgementTarget(
  seconds: number,
  limits: readonly number[],
): { missed: number; next: number | null } {
  return {
    missed: limits.filter(limit => seconds > limit).length,
    next: limits.find(limit => seconds <= limit) ?? null,
  }
}
