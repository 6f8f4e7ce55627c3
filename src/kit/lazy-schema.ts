import type { z } from 'zod'

/**
 * A schema that is built on its first use. The build wraps the schemas of the contract in it (vite/lazy-schemas.ts),
 * because building all of them takes much of the time in which the first screen starts.
 */
export function lazySchema<Schema extends z.ZodType>(build: () => Schema): Schema {
  let built: Schema | undefined
  const schema = (): Schema => {
    built ??= build()
    return built
  }
  return new Proxy({} as Schema, {
    get(_, key) {
      const value: unknown = Reflect.get(schema(), key)
      // Metadata belong to the schema itself, not to its proxy.
      return typeof value === 'function' ? value.bind(schema()) : value
    },
    set: (_, key, value) => Reflect.set(schema(), key, value),
    has: (_, key) => Reflect.has(schema(), key),
  })
}
