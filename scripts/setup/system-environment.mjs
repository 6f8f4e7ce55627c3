import { delimiter, sep } from 'node:path'

/**
 * The environment without npm's additions to PATH, so that `node` and `npm` are the machine's own.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function systemEnvironment(env) {
  const inside = `${sep}node_modules${sep}.bin`
  const path = (env.PATH ?? '').split(delimiter).filter(folder => !folder.endsWith(inside))
  return { ...env, PATH: path.join(delimiter) }
}
