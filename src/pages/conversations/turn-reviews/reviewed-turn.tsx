import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Emotion, emotions } from '#contract/conversations/judgement.ts'
import type { TurnReview } from '#contract/conversations/turn-reviews.ts'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import styles from './turn-reviews.module.css'

/** A turn between the messages around it, with what the watch made of it and why. */
export function ReviewedTurn({ review }: { review: TurnReview }) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const { decimal } = useLocaleFormats()
  const { timestamp, category, reason, risk_level, risk_score, evidence, language, incident_id } = review
  const messages = [
    ...review.around,
    { id: review.message_id, type: 'user' as const, content: review.content, timestamp },
  ].sort((a, b) => a.timestamp.localeCompare(b.timestamp))
  const ruleText = (rule: string) =>
    emotions.some(emotion => emotion === rule)
      ? t(`emotion.${rule as Emotion}`)
      : t(`rules.${rule.replace('.', '_') as 'fall'}`, { defaultValue: rule })
  return (
    <>
      <ol className={styles.turns} aria-label={t('review.turns')}>
        {messages.map(({ id, type, content, timestamp: at }) => (
          <li key={id} data-type={type} aria-current={id === review.message_id || undefined}>
            <small>
              {t(type === 'user' ? 'review.person' : 'review.companion')} ·{' '}
              <time dateTime={at}>{format.time(Date.parse(at))}</time>
            </small>
            <p dir="auto" translate="no" lang={language}>
              {content}
            </p>
          </li>
        ))}
      </ol>
      <dl className={styles.judgement}>
        <div>
          <dt>{t('review.judgement')}</dt>
          <dd>
            <strong>{category ? t(`context.${category as 'fall'}`) : t('review.nothing')}</strong> ·{' '}
            {t(`risk.${risk_level}`)} ({decimal(risk_score)})
          </dd>
        </div>
        <div>
          <dt>{t('review.why')}</dt>
          <dd>{t(`review.reasons.${reason}`)}</dd>
        </div>
        {evidence.length > 0 && (
          <div>
            <dt>{t('details.evidence')}</dt>
            <dd>
              {evidence.map(({ rule, words }) => (
                <span key={`${rule}${words}`} className={styles.evidence}>
                  {ruleText(rule)}
                  {words && (
                    <>
                      {': '}
                      <q dir="auto" translate="no">
                        {words}
                      </q>
                    </>
                  )}
                </span>
              ))}
            </dd>
          </div>
        )}
        {incident_id && (
          <div>
            <dt>{t('review.incident')}</dt>
            <dd>
              <Link to={`/safety-incidents?incident=${incident_id}`}>{t('details.openIncident')}</Link>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
