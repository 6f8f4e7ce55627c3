import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkouts } from '#contract/billing/checkouts.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { Form, TextItem } from '#kit/form.tsx'
import { useFormat } from '#kit/format.ts'
import { toast } from '#kit/toasts.ts'
import styles from './checkout.module.css'

type Values = Record<'card_number' | 'expiry' | 'cvc', string>

/** Card payment form with the bank's authentication step (3-D Secure). */
export function CardForm({ id, amount }: { id: string; amount: number }) {
  const { t } = useTranslation(['subscriptions', 'common'])
  const format = useFormat()
  const [resolveStep, setResolveStep] = useState<((authenticated: boolean) => void) | null>(null)

  /** Resolves with the result of the authentication step. */
  const authenticate = () =>
    new Promise<boolean>(resolve => {
      setResolveStep(() => resolve)
    }).finally(() => setResolveStep(null))

  async function pay(values: Values, authenticated?: boolean): Promise<void> {
    const body = { ...values, ...(authenticated !== undefined && { authenticated }) }
    const { continue_url } = await call(checkouts.pay, { params: { id }, body })
    if (continue_url) window.location.assign(continue_url)
    else await pay(values, await authenticate())
  }

  const leave = useMutation({
    mutationFn: () => call(checkouts.cancel, { params: { id } }),
    onSuccess: ({ continue_url }) => window.location.assign(continue_url),
    onError: error => toast({ tone: 'bad', text: errorDetail(error) ?? t('common:networkError') }),
  })

  return (
    <>
      <Form<Values> layout="stack" failed={t('checkout.payFailed')} send={values => pay(values)}>
        {pending => (
          <>
            <TextItem
              label={t('checkout.card')}
              name="card_number"
              inputMode="numeric"
              autoComplete="cc-number"
              required
              maxLength={24}
            />
            <div className={styles.pair}>
              <TextItem
                label={t('checkout.expiry')}
                name="expiry"
                hint={t('checkout.expiryHint')}
                inputMode="numeric"
                autoComplete="cc-exp"
                required
                maxLength={7}
              />
              <TextItem
                label={t('checkout.cvc')}
                name="cvc"
                hint={t('checkout.cvcHint')}
                inputMode="numeric"
                autoComplete="cc-csc"
                required
                maxLength={4}
              />
            </div>
            <div className={styles.form}>
              <Button type="submit" variant="main" block pending={pending}>
                {t('checkout.pay', { amount: format.money(amount) })}
              </Button>
              <Button block pending={leave.isPending} onClick={() => leave.mutate()}>
                {t('checkout.back')}
              </Button>
            </div>
          </>
        )}
      </Form>
      {resolveStep && (
        <Dialog
          title={t('checkout.authTitle')}
          onClose={() => resolveStep(false)}
          actions={
            <>
              <Button onClick={() => resolveStep(false)}>{t('checkout.authFail')}</Button>
              <Button variant="main" autoFocus onClick={() => resolveStep(true)}>
                {t('checkout.authPass')}
              </Button>
            </>
          }
        >
          <p>{t('checkout.authText')}</p>
        </Dialog>
      )}
    </>
  )
}
