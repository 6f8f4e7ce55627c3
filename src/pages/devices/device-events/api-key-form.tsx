import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { PasswordField } from '#kit/field.tsx'
import { toast } from '#kit/toasts.ts'
import { useSubmit } from '#kit/use-submit.ts'
import styles from './device-events.module.css'
import { apiKey, useApiKey } from './send.ts'

/** Saves or clears the API key used to send events. */
export function ApiKeyForm() {
  const { t } = useTranslation('events')
  const saved = useApiKey()
  const { errors, onSubmit } = useSubmit({
    fields: ['api_key'],
    failed: t('apiKey.missing'),
    check: ({ api_key }) => (api_key.trim() ? {} : { api_key: t('apiKey.missing') }),
    send: async ({ api_key }) => {
      apiKey.save(api_key.trim())
      toast({ tone: 'good', text: t('apiKey.saved') })
    },
  })
  function clear() {
    apiKey.clear()
    toast({ tone: 'info', text: t('apiKey.cleared') })
  }
  return (
    <form key={saved} className={styles.tool} noValidate onSubmit={onSubmit}>
      <PasswordField
        name="api_key"
        autoComplete="off"
        label={t('apiKey.label')}
        placeholder={saved ? t('apiKey.inUse') : t('apiKey.none')}
        error={errors.api_key}
      />
      <Button type="submit">{t('apiKey.save')}</Button>
      {saved && <Button onClick={clear}>{t('apiKey.clear')}</Button>}
    </form>
  )
}
