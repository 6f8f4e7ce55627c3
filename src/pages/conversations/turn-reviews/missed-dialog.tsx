import { useTranslation } from 'react-i18next'
import { type Context, contexts } from '#contract/conversations/safety.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { CheckItem, SelectItem } from '#kit/form.tsx'

type Missed = { category: Context; alert: boolean }

interface MissedDialogProps {
  onMissed: (missed: Missed) => Promise<unknown>
  onClose: () => void
}

/** Reports a danger that the watch missed: it opens an incident and, if someone must be called now, an alert. */
export function MissedDialog({ onMissed, onClose }: MissedDialogProps) {
  const { t } = useTranslation('conversations')
  return (
    <FormDialog<Missed>
      title={t('review.missed.title')}
      submitLabel={t('review.missed.submit')}
      variant="danger"
      failed={t('review.answerFailed')}
      initial={{ category: contexts[0], alert: false }}
      onClose={onClose}
      send={onMissed}
    >
      <SelectItem
        name="category"
        label={t('review.missed.category')}
        options={contexts.map(value => ({ value, label: t(`context.${value}`) }))}
      />
      <CheckItem name="alert" label={t('review.missed.alert')} />
    </FormDialog>
  )
}
