// Free of zod, so that the console's entry can name things without loading it.

/** Finds the text of the first of some keys that has one, in `locales/<language>/resources.json` unless a key says `<file>:`. */
export type FindText = (keys: string[]) => string | undefined

/** `last_seen_at` → `Last seen at`: a name without a text is at least readable. */
const readable = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/**
 * What people call the fields of a resource and their choices: by its own texts, then by those that all resources
 * share. One with many choices has a file of its own for them, named after it.
 */
export const resourceLabels = (find: FindText, resource: string) => ({
  field: (field: string) => find([`${resource}.fields.${field}`, `fields.${field}`]) ?? readable(field),
  option: (field: string, value: string) => {
    const role = field === 'role' || field === 'user_role'
    // i18next would take what precedes a colon for a file.
    const key = value.replaceAll(':', '.')
    const shared = role ? `common:roles.${key}` : `options.${key}`
    const own = `options.${field}.${key}`
    return find([`${resource}.${own}`, `${resource}:${own}`, shared]) ?? readable(value)
  },
})
