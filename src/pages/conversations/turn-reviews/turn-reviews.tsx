import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { type Context, contexts } from '#contract/conversations/safety.ts'
import { type TurnReview, turnReviews } from '#contract/conversations/turn-reviews.ts'
import { Panel as FigurePanel } from '#kit/analytics/panel.tsx'
import { Button } from '#kit/button.tsx'
import { Callout } from '#kit/callout.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { download } from '#kit/download.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { SelectField } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { ariaKeys, shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import { MissedDialog } from './missed-dialog.tsx'
import { ReviewedTurn } from './reviewed-turn.tsx'
import styles from './turn-reviews.module.css'
import { useReviewAnswers } from './use-review-answers.ts'

/** Turns of which the safety watch was unsure, answered with one key each. */
export function Component() {
  const { t } = useTranslation(['conversations', 'navigation'])
  const [language, setLanguage] = useState<ConversationLanguage>()
  const [category, setCategory] = useState<Context>()
  const { language: languageName } = useLocaleFormats()
  const usedFilter = useRef<Element>(null)
  const queue = useCall(turnReviews.list, {
    query: { ...(language && { language }), ...(category && { category }) },
  })
  return (
    <Page title={t('navigation:screens.turnReviews')} lead={t('review.lead')}>
      <div className={styles.filters}>
        <SelectField
          label={t('review.language')}
          value={language ?? ''}
          options={[
            { value: '', label: t('review.any') },
            ...conversationLanguages.map(value => ({ value, label: languageName(value) })),
          ]}
          onChange={value => {
            usedFilter.current = document.activeElement
            setLanguage(value || undefined)
          }}
        />
        <SelectField
          label={t('review.missed.category')}
          value={category ?? ''}
          options={[
            { value: '', label: t('review.any') },
            ...contexts.map(value => ({ value, label: t(`context.${value}`) })),
          ]}
          onChange={value => {
            usedFilter.current = document.activeElement
            setCategory(value || undefined)
          }}
        />
      </div>
      <QueryState of={queue} failed={t('review.failed')}>
        {({ reviews, open }) =>
          reviews.length === 0 ? (
            <EmptyState title={t('review.empty')} actions={<Export />}>
              {t('review.emptyHint')}
            </EmptyState>
          ) : (
            <Queue
              key={reviews[0]?.id}
              reviews={reviews}
              open={open}
              usedFilter={usedFilter}
              onFinished={() => void queue.refetch()}
            />
          )
        }
      </QueryState>
      <Agreement />
    </Page>
  )
}

interface QueueProps {
  reviews: readonly TurnReview[]
  /** All turns that wait for the user, including those not loaded yet. */
  open: number
  /** The select of the last chosen filter. The focus leaves it for the turn, because keys would type instead of answer. */
  usedFilter: RefObject<Element | null>
  onFinished: () => void
}

function Queue({ reviews, open, usedFilter, onFinished }: QueueProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const [position, setPosition] = useState(0)
  const [isAskingMissed, setAskingMissed] = useState(false)
  const { answers, pending, answer } = useReviewAnswers()
  const turn = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the filtered turns are there
  useEffect(() => {
    if (usedFilter.current && usedFilter.current === document.activeElement) turn.current?.focus()
    usedFilter.current = null
  }, [reviews])
  const review = reviews[Math.min(position, reviews.length - 1)] as TurnReview
  const currentAnswer = answers.get(review.id)
  const isLast = position === reviews.length - 1
  const next = () => (isLast ? onFinished() : setPosition(position + 1))
  const previous = () => setPosition(Math.max(0, position - 1))
  const reply = async (...args: Parameters<typeof answer>) => {
    if (await answer(...args)) next()
  }

  useShortcuts({
    [shortcuts.reviewRight.keys[0]]: () => void reply(review, { answer: 'right' }),
    [shortcuts.reviewWrong.keys[0]]: () => void reply(review, { answer: 'wrong' }),
    [shortcuts.reviewUnsure.keys[0]]: () => void reply(review, { answer: 'unsure' }),
    [shortcuts.reviewMissed.keys[0]]: () => setAskingMissed(true),
    [shortcuts.reviewNext.keys[0]]: next,
    [shortcuts.reviewPrevious.keys[0]]: previous,
  })

  return (
    <Panel
      title={t('review.position', { place: format.number(position + 1), count: open })}
      actions={<Export />}
    >
      <div ref={turn} tabIndex={-1} className={styles.turn}>
        <ReviewedTurn review={review} />
      </div>
      <p role="status" className={styles.given}>
        {currentAnswer
          ? t('review.currentAnswer', { answer: t(`review.answers.${currentAnswer}`) })
          : t('review.question')}
      </p>
      <div className={styles.answers}>
        {(['right', 'wrong', 'unsure'] as const).map(value => {
          const shortcut = ({ right: 'reviewRight', wrong: 'reviewWrong', unsure: 'reviewUnsure' } as const)[
            value
          ]
          return (
            <Button
              key={value}
              variant={value === 'right' ? 'main' : 'plain'}
              aria-pressed={currentAnswer === value}
              aria-keyshortcuts={ariaKeys(shortcut)}
              disabled={pending}
              onClick={() => void reply(review, { answer: value })}
            >
              {t(`review.answers.${value}`)}{' '}
              <kbd aria-hidden>{shortcuts[shortcut].keys[0].toUpperCase()}</kbd>
            </Button>
          )
        })}
        <Button
          variant="danger"
          aria-keyshortcuts={ariaKeys('reviewMissed')}
          onClick={() => setAskingMissed(true)}
        >
          {t('review.missed.title')} <kbd aria-hidden>M</kbd>
        </Button>
        <span className={styles.steps}>
          <Button
            variant="quiet"
            disabled={position === 0}
            aria-keyshortcuts={ariaKeys('reviewPrevious')}
            onClick={previous}
          >
            {t('review.previous')}
          </Button>
          <Button variant="quiet" aria-keyshortcuts={ariaKeys('reviewNext')} onClick={next}>
            {t('review.next')}
          </Button>
        </span>
      </div>
      {isAskingMissed && (
        <MissedDialog
          onClose={() => setAskingMissed(false)}
          onMissed={async missed => {
            setAskingMissed(false)
            await reply(review, { answer: 'wrong', missed })
          }}
        />
      )}
    </Panel>
  )
}

/** How far reviewers agree with each other. */
function Agreement() {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const { decimal } = useLocaleFormats()
  const agreement = useCall(turnReviews.agreement, {}, { resource: 'turn-reviews' })
  return (
    <FigurePanel title={t('review.agreement.title')} lead={t('review.agreement.lead')}>
      <QueryState of={agreement} failed={t('review.agreement.failed')}>
        {({ answered, pairs, agreement: share, kappa }) => (
          <dl className={styles.figures}>
            <Figure name={t('review.agreement.answered')}>{format.number(answered)}</Figure>
            <Figure name={t('review.agreement.pairs')}>{format.number(pairs)}</Figure>
            <Figure name={t('review.agreement.share')}>
              {share === null ? '–' : `${format.number(Math.round(share * 100))} %`}
            </Figure>
            <Figure name={t('review.agreement.kappa')}>{kappa === null ? '–' : decimal(kappa)}</Figure>
          </dl>
        )}
      </QueryState>
      <Callout tone="info">{t('review.promise')}</Callout>
    </FigurePanel>
  )
}

const Figure = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="numbers">{children}</dd>
  </div>
)

/** Downloads the answers of people who consented. */
function Export() {
  const { t } = useTranslation('conversations')
  const may = useCanCall()
  const [pending, setPending] = useState(false)
  if (!may(turnReviews.export)) return null
  const save = async () => {
    setPending(true)
    try {
      await download(turnReviews.export, { query: { format: 'jsonl' } }, 'turn-reviews.jsonl', () => {})
    } catch {
      toast({ tone: 'bad', text: t('review.exportFailed') })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button pending={pending} title={t('review.exportHint')} onClick={() => void save()}>
      {t('review.export')}
    </Button>
  )
}
