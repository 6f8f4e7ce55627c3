import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mainForm } from '#contract/localisation/text-memory.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { FormDialog } from '#kit/dialog.tsx'
import { Checkbox } from '#kit/field.tsx'
import { TextItem } from '#kit/form.tsx'
import { notifyTextsPublished } from '#kit/publishing.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'
import styles from './text-list.module.css'
import type { Selection } from './use-selection.ts'

type Refused = { id: string; reason: string }

/** Approves the selected texts, or sends them back or discards them with a reason; names those that were refused. */
export function ReviewBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation('translations')
  const refetch = useRefetch('translations')
  const [asked, setAsked] = useState<'approve' | 'reject' | 'discard'>()
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { selected, proposals } = selection

  async function decide(act: 'approve' | 'reject' | 'discard', reason = '') {
    const texts = selected
    // Those that this dialog has shown; one that came since is refused.
    const accept_proposals = proposals.length > 0
    const body = act === 'approve' ? { act, texts, accept_proposals } : { act, texts, reason }
    const result = await call(translations.review, { body })
    if (act === 'approve') notifyTextsPublished()
    setRefused(result.refused)
    if (result.done > 0) toast({ tone: 'good', text: t('review.done', { count: result.done }) })
    selection.chooseAll(false)
    await refetch()
  }

  async function approve() {
    setPending(true)
    await decide('approve').catch(error =>
      toast({ tone: 'bad', text: t('actionFailed'), detail: errorDetail(error) }),
    )
    setPending(false)
  }

  return (
    <>
      {refused.length > 0 && (
        <Callout tone="warn" role="alert">
          <p>{t('review.refused', { count: refused.length })}</p>
          <ul>
            {refused.map(({ id, reason }) => (
              <li key={id}>
                <code>{id}</code> {reason}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {selection.isSelectable && (
        <section className={styles.review} aria-label={t('review.label')}>
          <Checkbox
            label={t('review.all')}
            checked={selection.isAllSelected}
            onChange={event => selection.chooseAll(event.target.checked)}
          />
          {selected.length > 0 && (
            <>
              <span role="status">{t('review.selected', { count: selected.length })}</span>
              <Button onClick={() => setAsked('discard')}>{t('review.discard')}</Button>
              <Button onClick={() => setAsked('reject')}>{t('review.reject')}</Button>
              <Button
                variant="main"
                pending={pending}
                onClick={() => (proposals.length > 0 ? setAsked('approve') : void approve())}
              >
                {t('review.approve')}
              </Button>
            </>
          )}
        </section>
      )}
      {asked === 'approve' && (
        <FormDialog
          title={t('review.proposalsTitle', { count: proposals.length })}
          submitLabel={t('review.approve')}
          failed={t('actionFailed')}
          send={() => decide('approve')}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('review.proposalsText')}</p>
          <ul className={styles.proposals} aria-label={t('proposal.unchanged')}>
            {proposals.map(({ id, language, source, forms }) => (
              <li key={id} className={styles.proposal}>
                <code>{id}</code>
                <span lang="en" dir="ltr">
                  {mainForm(source)}
                </span>
                {Object.entries(forms).map(([form, text]) => (
                  <span key={form} lang={language} dir="auto">
                    {text}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </FormDialog>
      )}
      {(asked === 'reject' || asked === 'discard') && (
        <FormDialog<{ reason: string }>
          title={t(`review.${asked}Title`)}
          submitLabel={t(`review.${asked}Submit`)}
          failed={t('actionFailed')}
          send={({ reason }) => decide(asked, reason)}
          onClose={() => setAsked(undefined)}
        >
          <TextItem name="reason" label={t(`${asked}.reason`)} required maxLength={500} autoFocus />
        </FormDialog>
      )}
    </>
  )
}
