// Must not import zod: the console's entry loads this module without it.

/**
 * Returns the text of the first key that has one. Keys refer to `locales/<language>/resources.json` unless prefixed
 * by `<file>:`.
 */
export type FindText = (keys: string[]) => string | undefined

/** Fallback for names without a text: `last_seen_at` → `Last seen at`. */
const readable = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/**
 * Labels of a resource's fields and options: its own texts first, then shared ones. Resources with many options
 * keep them in a separate namespace.
 */
export const resourceLabels = (find: FindText, resource: string) => ({
  field: (field: string) => find([`${resource}.fields.${field}`, `fields.${field}`]) ?? readable(field),
  option: (field: string, value: string) => {
    const role = field === 'role' || field === 'user_role'
    // i18next reads the part before a colon as a namespace.
    const key = value.replaceAll(':', '.')
    const shared = role ? `common:roles.${key}` : `options.${key}`
    const own = `options.${field}.${key}`
    return find([`${resource}.${own}`, `${resource}:${own}`, shared]) ?? readable(value)
  },
})
