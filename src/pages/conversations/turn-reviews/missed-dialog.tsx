import { useTranslation } from 'react-i18next'
import { type Context, contexts } from '#contract/conversations/safety.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { Checkbox, SelectField } from '#kit/field.tsx'

interface MissedDialogProps {
  pending: boolean
  onMissed: (missed: { category: Context; alert: boolean }) => void
  onClose: () => void
}

/** Reports a danger that the watch missed: it opens an incident and, if someone must be called now, an alert. */
export function MissedDialog({ pending, onMissed, onClose }: MissedDialogProps) {
  const { t } = useTranslation('conversations')
  return (
    <FormDialog
      title={t('review.missed.title')}
      submitLabel={t('review.missed.submit')}
      variant="danger"
      pending={pending}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        onMissed({ category: form.get('category') as Context, alert: form.get('alert') !== null })
      }}
    >
      <SelectField
        name="category"
        label={t('review.missed.category')}
        defaultValue={contexts[0]}
        options={contexts.map(value => ({ value, label: t(`context.${value}`) }))}
      />
      <Checkbox name="alert" label={t('review.missed.alert')} />
    </FormDialog>
  )
}
