import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FigureRule, figureRules } from '#contract/platform/figure-rules.ts'
import { call, errorDetail } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import { DateInput } from '../date-input.tsx'
import { FormDialog } from '../dialog.tsx'
import { InputItem, TextItem } from '../form.tsx'
import { ActionItem } from '../resource/action-menu.tsx'
import { Badge, type Tone } from '../resource/badge.tsx'
import type { Row } from '../resource/resource.ts'
import { toast } from '../toasts.ts'
import { useNow } from '../use-now.ts'

const tones: Readonly<Record<FigureRule['state'], Tone>> = {
  unchecked: 'grey',
  ok: 'green',
  pending: 'yellow',
  firing: 'red',
  no_data: 'grey',
  error: 'orange',
}

/** Whether a rule is muted at a time, in milliseconds of the epoch. */
const isMutedAt = (until: unknown, now: number) => typeof until === 'string' && Date.parse(until) > now

interface StateTextProps {
  state: FigureRule['state']
  label: string
  mutedUntil: unknown
}

/** The state of a rule, and whether messages about it are muted. */
export function StateText({ state, label, mutedUntil }: StateTextProps) {
  const { t } = useTranslation('figure-rules')
  const now = useNow()
  return (
    <>
      <Badge tone={tones[state]}>{label}</Badge>
      {isMutedAt(mutedUntil, now) && (
        <>
          {' '}
          <Badge tone="purple">{t('muted')}</Badge>
        </>
      )}
    </>
  )
}

interface InstantInputProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

const ignore = () => {}

/** A date with a time, as an input of a form. */
const InstantInput = ({ id = '', value = '', onChange = ignore }: InstantInputProps) => (
  <DateInput id={id} kind="instant" value={value} onChange={onChange} />
)

/** Menu items of a rule: mute or unmute it, pause or resume it. */
export function RuleActions({ row }: { row: Row }) {
  const { t } = useTranslation(['resources', 'figure-rules', 'common'])
  const invalidate = useInvalidate()
  const now = useNow()
  const [isMuting, setMuting] = useState(false)
  if (!useCanCall()(figureRules.update)) return null
  const params = { id: row.id }
  const isActive = row.status === 'active'
  const isMuted = isMutedAt(row.muted_until, now)

  const refresh = async (text: string) => {
    await invalidate({ resource: 'figure-rules', id: row.id, invalidates: ['list', 'many', 'detail'] })
    await invalidate({ resource: 'figure-rule-changes', invalidates: ['list'] })
    toast({ tone: 'good', text })
  }
  async function attempt(work: () => Promise<unknown>, done: string) {
    try {
      await work()
      await refresh(done)
    } catch (error) {
      toast({ tone: 'bad', text: t('figure-rules.actions.failed'), detail: errorDetail(error) })
    }
  }
  const setActive = (active: boolean) =>
    attempt(
      () => call(figureRules.update, { params, body: { status: active ? 'active' : 'paused' } }),
      t(active ? 'figure-rules.actions.resumed' : 'figure-rules.actions.paused'),
    )
  const unmute = () => attempt(() => call(figureRules.unmute, { params }), t('figure-rules.actions.unmuted'))

  return (
    <>
      {isMuted ? (
        <ActionItem onSelect={() => void unmute()}>{t('figure-rules.actions.unmute')}</ActionItem>
      ) : (
        <ActionItem onSelect={() => setMuting(true)}>{t('figure-rules.actions.mute')}</ActionItem>
      )}
      <ActionItem onSelect={() => void setActive(!isActive)}>
        {t(isActive ? 'figure-rules.actions.pause' : 'figure-rules.actions.resume')}
      </ActionItem>
      {isMuting && (
        <FormDialog<{ until?: string; reason?: string }>
          title={t('figure-rules:mute.title')}
          submitLabel={t('figure-rules:mute.submit')}
          failed={t('figure-rules:mute.failed')}
          check={({ until }) => ({ until: !until && t('common:field.required') })}
          send={async ({ until = '', reason = '' }) => {
            await call(figureRules.mute, {
              params,
              body: { until: new Date(until).toISOString(), reason: reason.trim() },
            })
            setMuting(false)
            await refresh(t('figure-rules.actions.muted'))
          }}
          onClose={() => setMuting(false)}
        >
          <p>{t('figure-rules:mute.lead')}</p>
          <InputItem name="until" label={t('figure-rules:mute.until')}>
            <InstantInput />
          </InputItem>
          <TextItem name="reason" label={t('figure-rules:mute.reason')} required maxLength={200} />
        </FormDialog>
      )}
    </>
  )
}
