import { useTranslation } from 'react-i18next'

/** Shortest password, in characters. */
const shortest = 8

/** Checks a new password and its repetition; the texts are those of the product's description. */
export function useNewPassword() {
  const { t } = useTranslation()
  return ({ password, confirmation }: { password: string; confirmation: string }) => ({
    ...(password.length < shortest && { password: t('password.short') }),
    ...(password !== confirmation && { confirmation: t('password.mismatch') }),
  })
}
