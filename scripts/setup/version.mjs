/**
 * Whether a version like `24.21.0` or `v24.21.0` is at least `minimum`, like `24.7`.
 * @param {string} version
 * @param {string} minimum
 */
export function atLeast(version, minimum) {
  const [major = 0, minor = 0] = parts(version)
  const [neededMajor = 0, neededMinor = 0] = parts(minimum)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

/** @param {string} version */
function parts(version) {
  return version.replace(/^v/, '').split('.').map(Number)
}
