import { Steps } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { organizations } from '#contract/people/organizations.ts'
import { useLatestLocation, useSearch } from '#kit/address.ts'
import { Antd } from '#kit/antd/provider.tsx'
import { ButtonLink } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { afterSave } from '#kit/resource/form/leave-guard.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { toast } from '#kit/toasts.ts'
import { PeopleStep } from './people-step.tsx'
import { RecordStep } from './record-step.tsx'
import styles from './setup.module.css'
import { firstOpen, type Step, steps, useProgress } from './steps.ts'

const pathOf = (id: string) => `/users/organizations/${id}`

/**
 * Sets up an organization step by step. Each step saves records at once, so the set-up can be left at any time and is
 * resumed at the first step without records.
 */
export function Component() {
  const { t } = useTranslation('setup')
  const may = useCanCall()
  const { id } = useParams()
  const [search, change] = useSearch()
  const latest = useLatestLocation()
  const navigate = useNavigate()
  const progress = useProgress(id)
  const requested = steps.find(step => step === search.get('step') && step !== 'details')
  const open = firstOpen(progress) ?? 'invite'
  const first = open === 'details' ? 'people' : open
  const isResumed = id !== undefined && !requested && !progress.isLoading && !progress.failed
  // Named in the address, or the first record that is saved would move on and lose what was typed for the others.
  useEffect(() => {
    if (isResumed) change({ step: first }, { replace: true, isAutomatic: true })
  }, [isResumed, first, change])
  if (!id && !may(organizations.create)) return <NoAccess />

  const step: Step = id ? (requested ?? first) : 'details'
  const index = steps.indexOf(step)
  const next = steps[index + 1]
  const onward = id && (next ? `${pathOf(id)}/setup?step=${next}` : pathOf(id))

  async function goOn(organizationId: string) {
    if (id) await progress.refetch()
    // Somewhere else meanwhile.
    if (!latest({ isAutomatic: true })) return
    if (next) return navigate(`${pathOf(organizationId)}/setup?step=${next}`, afterSave)
    toast({ tone: 'good', text: t('done', { name: progress.organization?.name }) })
    await navigate(pathOf(organizationId), afterSave)
  }

  const skip = (
    <ButtonLink to={onward || '/users/organizations'}>
      {t(onward ? (next ? 'skip' : 'finish') : 'cancel')}
    </ButtonLink>
  )
  const shown = {
    organizationId: id,
    progress,
    skip,
    submit: t(next ? 'next' : 'last'),
    onSaved: goOn,
  }
  return (
    <Page
      title={t('title')}
      lead={progress.organization ? t('leadOf', { name: progress.organization.name }) : t('lead')}
      actions={id && <ButtonLink to={pathOf(id)}>{t('leave')}</ButtonLink>}
    >
      <Antd>
        <nav aria-label={t('title')} className={styles.steps}>
          <Steps
            size="small"
            current={index}
            items={steps.map(name => ({
              title: t(`steps.${name}`),
              ...(progress.counts[name] > 0 && name !== step && { status: 'finish' as const }),
              disabled: !id || name === 'details',
            }))}
            onChange={index => change({ step: steps[index] ?? 'people' })}
          />
        </nav>
      </Antd>
      <p className={styles.hint}>{t(`hints.${step}`)}</p>
      {progress.failed ? (
        <QueryState of={progress.failed} failed={t('failed')}>
          {() => null}
        </QueryState>
      ) : progress.isLoading || isResumed ? (
        <Skeleton rows={4} />
      ) : step === 'people' && id ? (
        <PeopleStep {...shown} organizationId={id} />
      ) : (
        <RecordStep key={step} {...shown} step={step as Exclude<Step, 'people'>} />
      )}
    </Page>
  )
}
