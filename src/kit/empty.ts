/** Stands in for a package that a dependency imports and no screen of ours reaches. */
export default function Empty() {
  return null
}
