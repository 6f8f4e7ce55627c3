// Must not import zod: the editor loads it without.
import { type FormName, type Forms, placeholdersOf, replacePlaceholders, withoutCodes } from './text-forms.ts'

/** The form by which texts are compared. */
export const mainForm = (forms: Forms): string => forms.other ?? forms.text ?? ''

/** What is compared of a source: its words, without placeholders and tags. */
export const gistOf = (source: string): string => withoutCodes(source).replaceAll(/\s+/g, ' ').trim()

/** Renames the placeholders of a translation that the new source lacks to those that it has instead, by position. */
function adaptPlaceholders(translated: string, formerSource: string, source: string): string {
  const [former, wanted] = [placeholdersOf(formerSource), placeholdersOf(source)]
  const added = wanted.filter(name => !former.includes(name))
  const dropped = former.filter(name => !wanted.includes(name))
  const renamed = new Map(dropped.map((name, index) => [name, added[index] ?? name]))
  return replacePlaceholders(translated, name => renamed.get(name) ?? name)
}

interface Taken {
  /** The text being edited. */
  source: Forms
  forms: Forms
  /** Forms that its language needs, and the one with the cursor. */
  wanted: readonly FormName[]
  focused: FormName
  suggestion: { source: Forms; forms: Forms }
}

/** The forms after taking over a suggestion: all plural forms if both texts have some, else the one with the cursor. */
export function takeOver({ source, forms, wanted, focused, suggestion }: Taken): Forms {
  const adapt = (text: string) => adaptPlaceholders(text, mainForm(suggestion.source), mainForm(source))
  const isPlural = wanted.length > 1 && suggestion.forms.other !== undefined
  const filled = isPlural ? wanted : [focused]
  return {
    ...forms,
    ...Object.fromEntries(
      filled.map(form => [form, adapt(suggestion.forms[form] ?? mainForm(suggestion.forms))]),
    ),
  }
}
