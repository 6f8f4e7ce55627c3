import { useTranslation } from 'react-i18next'
import type { TextSuggestion } from '#contract/localisation/interface-texts.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'
import { Button } from '../button.tsx'
import { useFormat } from '../format.ts'
import { ShortcutKeys } from '../shortcut-keys.tsx'
import styles from './text-editor.module.css'
import { Difference } from './text-state.tsx'

/** Suggestions with a shortcut: Ctrl and the digit of their position. */
export const shortcutCount = 3

/** The position, from 0, of the suggestion that a key press takes over; null for other keys. */
export function suggestionOf({ code, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): number | null {
  // By the key's place, because the digits of some layouts need Shift.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  const isShortcut = ctrlKey && !altKey && !metaKey && !shiftKey && digit && Number(digit) <= shortcutCount
  return isShortcut ? Number(digit) - 1 : null
}

interface SuggestionsProps {
  suggestions: readonly TextSuggestion[]
  language: string
  source: Forms
  disabled: boolean
  onTake: (suggestion: TextSuggestion) => void
}

/** Translations of similar texts, with the difference between the sources. */
export function Suggestions({ suggestions, language, source, disabled, onTake }: SuggestionsProps) {
  const { t } = useTranslation('translations')
  const format = useFormat()
  if (suggestions.length === 0) return null
  return (
    <section className={styles.suggestions} aria-label={t('memory.title')}>
      <h2>{t('memory.title')}</h2>
      <ol>
        {suggestions.map((suggestion, index) => (
          <li key={suggestion.id}>
            <p className={styles.what}>
              <strong>{format.percent(suggestion.likeness)}</strong>
              <code>
                {suggestion.namespace}:{suggestion.key}
              </code>
            </p>
            {suggestion.likeness < 100 && (
              <p lang="en" dir="ltr" className={styles.changes}>
                <Difference before={mainForm(suggestion.source)} after={mainForm(source)} />
              </p>
            )}
            <p lang={language} dir="auto">
              {mainForm(suggestion.forms)}
            </p>
            <Button
              disabled={disabled}
              aria-label={t('memory.takeOf', { text: mainForm(suggestion.forms) })}
              aria-keyshortcuts={index < shortcutCount ? `Control+${index + 1}` : undefined}
              onClick={() => onTake(suggestion)}
            >
              {t('memory.take')}
            </Button>
            {index < shortcutCount && <ShortcutKeys of={`Ctrl+${index + 1}`} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
