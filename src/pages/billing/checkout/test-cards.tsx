import { useTranslation } from 'react-i18next'
import { CopyButton } from '#kit/copy-button.tsx'
import styles from './checkout.module.css'

const cards = [
  ['4242 4242 4242 4242', 'checkout.good'],
  ['4000 0000 0000 0002', 'checkout.declined'],
  ['4000 0025 0000 3155', 'checkout.authenticated'],
] as const

/** Test cards of the embedded checkout with their outcomes. */
export function TestCards() {
  const { t } = useTranslation('subscriptions')
  return (
    <section className={styles.panel} aria-labelledby="test-cards">
      <h2 id="test-cards">{t('checkout.cards')}</h2>
      <ul className={styles.cards}>
        {cards.map(([number, text]) => (
          <li key={number}>
            <code>{number}</code>
            <CopyButton text={number} label={number} />
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
