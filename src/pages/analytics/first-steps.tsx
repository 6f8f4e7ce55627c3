import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseOutlined from '@ant-design/icons/CloseOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type FirstRunStep, firstRun } from '#contract/platform/first-run.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './first-steps.module.css'

/** URL of each step. */
const pathOf: Record<FirstRunStep, string> = {
  organization: '/users/organizations/create',
  person: '/users/elderly/create',
  device: '/devices/create',
  contact: '/contacts/create',
  ladder: '/emergency',
}

/** First-run checklist; hidden when complete or dismissed. */
export function FirstSteps() {
  const { t } = useTranslation('pages')
  const { data } = useCall(firstRun.show)
  const queries = useQueryClient()
  const dismiss = useMutation({
    mutationFn: () => call(firstRun.dismiss, { body: { dismissed: true } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['call', 'GET', firstRun.show.path] }),
    onError: () => toast({ tone: 'bad', text: t('firstRun.failed') }),
  })
  if (!data || data.dismissed || data.steps.every(({ done }) => done)) return null
  const done = data.steps.filter(({ done }) => done).length
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('firstRun.title')}</h2>
        <p className="numbers">{t('firstRun.lead', { done, total: data.steps.length })}</p>
        <Button
          variant="quiet"
          icon={<CloseOutlined />}
          aria-label={t('firstRun.dismiss')}
          title={t('firstRun.dismiss')}
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        />
      </header>
      <ol>
        {data.steps.map(({ step, done }, index) => (
          <li key={step} data-done={done || undefined}>
            <Link to={pathOf[step]}>
              {done ? (
                <CheckCircleFilled className={styles.mark} role="img" aria-label={t('firstRun.done')} />
              ) : (
                <span className={styles.mark} aria-hidden>
                  {index + 1}
                </span>
              )}
              <span className={styles.what}>
                <strong>{t(`firstRun.steps.${step}`)}</strong>
                <span>{t(`firstRun.hints.${step}`)}</span>
              </span>
              <RightOutlined className={styles.chevron} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
