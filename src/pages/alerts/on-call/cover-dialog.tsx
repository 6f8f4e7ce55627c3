import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnOnCall, onCall } from '#contract/alerts/on-call.ts'
import { callIdempotently } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { SelectItem } from '#kit/form.tsx'
import { useSpanFormat } from '#kit/on-call/span-format.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'

interface CoverDialogProps {
  shift: OwnOnCall['shifts'][number]
  /** Who can take it over, with the shifts that they may give in return. */
  colleagues: OwnOnCall['colleagues']
  onClose: () => void
}

type Values = { asked_id: string; in_return: string }

/** Asks a colleague to take over a shift, or to swap it. */
export function CoverDialog({ shift, colleagues, onClose }: CoverDialogProps) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat()
  const refetch = useRefetch('on-call-covers')
  const [askedId, setAskedId] = useState(colleagues[0]?.id)
  const asked = colleagues.find(({ id }) => id === askedId)
  const { schedule_id, starts_at, ends_at } = shift

  async function send({ in_return: start }: Values) {
    if (!asked) return
    const in_return = asked.shifts.find(one => one.starts_at === start) ?? null
    await callIdempotently(onCall.askCover, {
      body: { schedule_id, starts_at, ends_at, asked_id: asked.id, in_return },
    })
    toast({ tone: 'good', text: t('cover.sent', { name: asked.name }) })
    void refetch()
    onClose()
  }

  return (
    <FormDialog<Values>
      title={t('cover.askFor', { time: format.range(shift) })}
      submitLabel={t('cover.send')}
      failed={t('cover.sendFailed')}
      disabled={!asked}
      initial={{ asked_id: askedId ?? '', in_return: '' }}
      derive={({ asked_id }) => (asked_id ? { in_return: '' } : {})}
      onChange={({ asked_id }) => setAskedId(asked_id)}
      send={send}
      onClose={onClose}
    >
      {asked ? (
        <>
          <SelectItem
            name="asked_id"
            label={t('cover.who')}
            options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectItem
            name="in_return"
            label={t('cover.inReturn')}
            options={[
              { value: '', label: t('cover.nothing') },
              ...asked.shifts.map(one => ({ value: one.starts_at, label: format.range(one) })),
            ]}
          />
        </>
      ) : (
        <p>{t('cover.noColleagues')}</p>
      )}
    </FormDialog>
  )
}
