/** Milliseconds to wait before the next try after `failures` in a row: 1 s, 2 s, 4 s … at most 30 s. */
export const backoff = (failures: number) => Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1))
