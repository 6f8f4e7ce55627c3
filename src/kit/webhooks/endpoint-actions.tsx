import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { webhookEndpoints } from '#contract/platform/webhooks.ts'
import { Button } from '../button.tsx'
import { call, errorDetail } from '../call.ts'
import { CopyButton } from '../copy-button.tsx'
import { useCanCall } from '../current-user.ts'
import { Dialog, FormDialog } from '../dialog.tsx'
import { SelectItem } from '../form.tsx'
import { ActionItem } from '../resource/action-menu.tsx'
import type { Row } from '../resource/resource.ts'
import { toast } from '../toasts.ts'

/** Periods of a replay, in hours. */
const replayHours = [1, 6, 24, 72, 168, 720] as const

/** Menu items of a webhook endpoint: test, pause or resume, rotate the secret, replay what failed. */
export function EndpointActions({ row }: { row: Row }) {
  const { t } = useTranslation(['resources', 'common'])
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'rotate' | 'replay'>()
  const [secret, setSecret] = useState<string>()
  const [pending, setPending] = useState(false)
  if (!useCanCall()(webhookEndpoints.test)) return null
  const params = { id: row.id }
  const isActive = row.status === 'active'

  async function run(work: () => Promise<unknown>) {
    setPending(true)
    try {
      await work()
      await invalidate({ resource: 'webhook-endpoints', id: row.id, invalidates: ['list', 'many', 'detail'] })
    } catch (error) {
      toast({ tone: 'bad', text: t('webhook-endpoints.actions.failed'), detail: errorDetail(error) })
    } finally {
      setPending(false)
      setDialog(undefined)
    }
  }

  const test = () =>
    run(async () => {
      const { delivery_id } = await call(webhookEndpoints.test, { params })
      toast({
        tone: 'good',
        text: t('webhook-endpoints.actions.tested'),
        actions: [
          {
            text: t('webhook-endpoints.actions.openLog'),
            run: () => void navigate(`/webhook-deliveries/${delivery_id}`),
          },
        ],
      })
    })
  const setActive = (active: boolean) =>
    run(async () => {
      await call(active ? webhookEndpoints.resume : webhookEndpoints.pause, { params })
      toast({
        tone: 'good',
        text: t(active ? 'webhook-endpoints.actions.resumed' : 'webhook-endpoints.actions.paused'),
      })
    })
  const rotate = () =>
    run(async () => setSecret((await call(webhookEndpoints.rotateSecret, { params })).secret))
  const replay = (hours: number) =>
    run(async () => {
      const since = new Date(Date.now() - hours * 3_600_000).toISOString()
      const { replayed } = await call(webhookEndpoints.replayFailed, { params, body: { since } })
      toast({ tone: 'good', text: t('webhook-endpoints.actions.replayedCount', { count: replayed }) })
    })

  return (
    <>
      {isActive && (
        <ActionItem onSelect={() => void test()}>{t('webhook-endpoints.actions.test')}</ActionItem>
      )}
      <ActionItem onSelect={() => void setActive(!isActive)}>
        {t(isActive ? 'webhook-endpoints.actions.pause' : 'webhook-endpoints.actions.resume')}
      </ActionItem>
      <ActionItem onSelect={() => setDialog('replay')}>
        {t('webhook-endpoints.actions.replayFailed')}
      </ActionItem>
      <ActionItem onSelect={() => setDialog('rotate')}>{t('webhook-endpoints.actions.rotate')}</ActionItem>
      {dialog === 'rotate' && (
        <Dialog
          title={t('webhook-endpoints.actions.rotateTitle')}
          onClose={() => setDialog(undefined)}
          actions={
            <>
              <Button autoFocus onClick={() => setDialog(undefined)}>
                {t('common:cancel')}
              </Button>
              <Button variant="main" pending={pending} onClick={() => void rotate()}>
                {t('webhook-endpoints.actions.rotate')}
              </Button>
            </>
          }
        >
          {t('webhook-endpoints.actions.rotateText')}
        </Dialog>
      )}
      {dialog === 'replay' && <ReplayDialog onClose={() => setDialog(undefined)} onReplay={replay} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

interface ReplayDialogProps {
  onReplay: (hours: number) => Promise<void>
  onClose: () => void
}

function ReplayDialog({ onReplay, onClose }: ReplayDialogProps) {
  const { t } = useTranslation('resources')
  const label = (hours: number) =>
    hours <= 24
      ? t('webhook-endpoints.actions.hours', { count: hours })
      : t('webhook-endpoints.actions.days', { count: hours / 24 })
  return (
    <FormDialog<{ hours: number }>
      title={t('webhook-endpoints.actions.replayTitle')}
      submitLabel={t('webhook-endpoints.actions.replay')}
      failed={t('webhook-endpoints.actions.failed')}
      initial={{ hours: 24 }}
      send={({ hours }) => onReplay(hours)}
      onClose={onClose}
    >
      <p>{t('webhook-endpoints.actions.replayText')}</p>
      <SelectItem
        name="hours"
        label={t('webhook-endpoints.actions.since')}
        options={replayHours.map(hours => ({ value: hours, label: label(hours) }))}
      />
    </FormDialog>
  )
}

/** The new secret, shown once. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation(['resources', 'kit'])
  return (
    <Dialog
      title={t('webhook-endpoints.actions.rotated')}
      onClose={onClose}
      actions={
        <Button variant="main" onClick={onClose}>
          {t('kit:form.kept')}
        </Button>
      }
    >
      <p>{t('webhook-endpoints.revealedHint')}</p>
      <p>
        <code>{secret}</code> <CopyButton text={secret} />
      </p>
    </Dialog>
  )
}
