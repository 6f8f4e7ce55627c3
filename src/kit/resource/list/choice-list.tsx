import { useTranslation } from 'react-i18next'
import styles from '../menu.module.css'
import type { Choices } from './use-choices.ts'

interface ChoiceListProps extends Choices {
  chosen: readonly string[]
  choose: (values: readonly string[]) => void
}

/** Values to tick; found by typing where there are many. */
export function ChoiceList({ options, find, text, loading, chosen, choose }: ChoiceListProps) {
  const { t } = useTranslation('kit')
  const toggle = (value: string) =>
    choose(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value])
  return (
    <>
      {find && (
        <input
          className={styles.input}
          type="search"
          aria-label={t('filter.find')}
          placeholder={t('filter.find')}
          value={text}
          onChange={({ target }) => find(target.value)}
        />
      )}
      <div className={styles.options} aria-busy={loading}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.option}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {label}
          </label>
        ))}
        {options.length === 0 && !loading && <span className={styles.quiet}>{t('filter.nothing')}</span>}
      </div>
    </>
  )
}
