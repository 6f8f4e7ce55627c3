import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Form, PasswordItem } from '#kit/form.tsx'
import { toast } from '#kit/toasts.ts'
import { apiKey, useApiKey } from './send.ts'

/** Saves or clears the API key used to send events. */
export function ApiKeyForm() {
  const { t } = useTranslation('events')
  const saved = useApiKey()

  async function save({ api_key }: { api_key: string }) {
    apiKey.save(api_key.trim())
    toast({ tone: 'good', text: t('apiKey.saved') })
  }
  function clear() {
    apiKey.clear()
    toast({ tone: 'info', text: t('apiKey.cleared') })
  }
  return (
    <Form<{ api_key: string }> key={saved} layout="line" failed={t('apiKey.missing')} send={save}>
      <PasswordItem
        name="api_key"
        autoComplete="off"
        label={t('apiKey.label')}
        placeholder={saved ? t('apiKey.inUse') : t('apiKey.none')}
        required={t('apiKey.missing')}
      />
      <Button type="submit">{t('apiKey.save')}</Button>
      {saved && <Button onClick={clear}>{t('apiKey.clear')}</Button>}
    </Form>
  )
}
