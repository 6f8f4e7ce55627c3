import { useTranslation } from 'react-i18next'
import { OwnSubscription } from './own-subscription.tsx'

/** The user's own plan. */
export function Component() {
  const { t } = useTranslation('navigation')
  return <OwnSubscription title={t('screens.subscription')} />
}
