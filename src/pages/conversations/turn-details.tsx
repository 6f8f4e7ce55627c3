import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Message, Session } from '#contract/conversations/conversations.ts'
import { type Emotion, emotions, moodOf } from '#contract/conversations/judgement.ts'
import { may, staffRoles } from '#contract/kit/permissions.ts'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Judge } from './judge.tsx'
import styles from './turn-details.module.css'

interface TurnDetailsProps {
  message: Message
  session: Session
}

/** Analysis of a turn with its evidence, the reply's latency and cost, and reviews. */
export function TurnDetails({ message, session }: TurnDetailsProps) {
  const { t } = useTranslation('conversations')
  /** What the matched words indicate: an emotion, a rule, or a mitigating phrase. */
  const ruleText = (rule: string) =>
    emotions.some(emotion => emotion === rule)
      ? t(`emotion.${rule as Emotion}`)
      : t(`rules.${rule.replace('.', '_') as 'fall'}`, { defaultValue: rule })
  const format = useFormat()
  const can = useCan()
  const { role } = useCurrentUser()
  const { emotion, sentiment, risk_score, risk_level, context, evidence, incident_id } = message
  const { latency, tokens, cost, price_since, model, annotations } = message
  const { cost: costOf, decimal } = useLocaleFormats()
  const stages = (
    ['transcription_ms', 'safety_ms', 'first_words_ms', 'model_ms', 'speech_ms', 'total_ms'] as const
  ).filter(stage => latency?.[stage] != null)
  const mayJudge =
    can(may('conversations', 'update')) && staffRoles.some(name => name === role) && message.content !== null
  return (
    <details className={styles.details}>
      <summary>{t('details.title')}</summary>
      <dl>
        {sentiment !== null && (
          <div>
            <dt>{t('details.sentiment')}</dt>
            <dd>
              {t(`details.moods.${moodOf(sentiment)}`)} ({decimal(sentiment)})
            </dd>
          </div>
        )}
        {emotion && (
          <div>
            <dt>{t('details.emotion')}</dt>
            <dd>{t(`emotion.${emotion}`)}</dd>
          </div>
        )}
        {risk_score !== null && risk_level && (
          <div>
            <dt>{t('details.risk')}</dt>
            <dd>
              <span className={styles.risk} data-level={risk_level}>
                {t(`risk.${risk_level}`)} ({decimal(risk_score)})
              </span>
              {context && ` · ${t(`context.${context as 'medical'}`, { defaultValue: context })}`}
            </dd>
          </div>
        )}
        {evidence && evidence.length > 0 && (
          <div>
            <dt>{t('details.evidence')}</dt>
            <dd>
              <ul>
                {evidence.map(({ rule, words }) => (
                  <li key={`${rule} ${words}`}>
                    {words && <q lang={session.language}>{words}</q>}{' '}
                    <span title={rule}>{ruleText(rule)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {incident_id && (
          <div>
            <dt>{t('details.incident')}</dt>
            <dd>
              <Link to={`/safety-incidents?incident=${incident_id}`}>{t('details.openIncident')}</Link>
            </dd>
          </div>
        )}
        {model && (
          <div>
            <dt>{t('details.model')}</dt>
            <dd>{model}</dd>
          </div>
        )}
        {stages.map(stage => (
          <div key={stage}>
            <dt>{t(`details.stages.${stage}`)}</dt>
            <dd className="numbers">{t('details.ms', { value: decimal(latency?.[stage] ?? 0) })}</dd>
          </div>
        ))}
        {tokens && (
          <div>
            <dt>{t('details.tokens')}</dt>
            <dd className="numbers">
              {t('details.inAndOut', {
                input: format.number(tokens.input),
                output: format.number(tokens.output),
              })}
            </dd>
          </div>
        )}
        {message.type === 'assistant' && (
          <div>
            <dt>{t('details.cost')}</dt>
            <dd className="numbers">
              {cost === null
                ? '–'
                : price_since === null
                  ? costOf(cost)
                  : t('details.costBy', { cost: costOf(cost), day: format.date(`${price_since}T12:00:00Z`) })}
            </dd>
          </div>
        )}
        {annotations.map(({ id, verdict, note, author_name, created_at }) => (
          <div key={id}>
            <dt>{t(`verdict.${verdict}`)}</dt>
            <dd>
              {note && `${note} · `}
              {author_name}, {format.dateTime(created_at)}
            </dd>
          </div>
        ))}
      </dl>
      {mayJudge && <Judge session={session.id} message={message} />}
    </details>
  )
}
