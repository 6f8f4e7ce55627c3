import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import styles from './login.module.css'

interface SecondFactorProps {
  methods: ('totp' | 'backup_code' | 'passkey')[]
  onBack: () => void
}

/** The password was right, and the account asks for more. */
export function SecondFactor({ methods, onBack }: SecondFactorProps) {
  const { t } = useTranslation('auth')
  return (
    <Card title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
      <ul className={styles.methods}>
        {methods.map(method => (
          <li key={method}>{t(`secondFactor.methods.${method}`)}</li>
        ))}
      </ul>
      <p>{t('secondFactor.notYet')}</p>
      <Button wide autoFocus onClick={onBack}>
        {t('secondFactor.back')}
      </Button>
    </Card>
  )
}
