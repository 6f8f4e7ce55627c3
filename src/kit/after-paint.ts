/**
 * Does work that takes long once the browser has painted the response to a click; at once in a hidden tab, which is not
 * painted.
 */
export function afterPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
