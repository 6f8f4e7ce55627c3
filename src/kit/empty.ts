/** Replaces packages that dependencies import but no screen uses. */
export default function Empty() {
  return null
}
