import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { conversations } from '#contract/conversations/conversations.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './transcript-search.module.css'

/** Minimum query length; shorter queries match almost everything. */
const minLength = 2

/** Maximum number of results. */
const limit = 30

interface TranscriptSearchProps {
  /** Builds the URL of a message on this screen. */
  linkTo: (session: string, message: string) => string
}

/** Full-text search over the conversations that the user may read; each result links to its turn. */
export function TranscriptSearch({ linkTo }: TranscriptSearchProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const { role } = useCurrentUser()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const isSearching = q.length >= minLength
  const results = useCall(conversations.search, { query: { q, limit } }, { enabled: isSearching })
  if (!grant(role, may('conversations', 'list'))?.text) return null
  return (
    <search className={styles.search}>
      <input
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {isSearching && (
        <QueryState of={results} failed={t('search.failed')}>
          {({ hits }) =>
            hits.length === 0 ? (
              <p className={styles.none} role="status">
                {t('search.none')}
              </p>
            ) : (
              <>
                <ul>
                  {hits.map(({ session_id, message_id, user_name, timestamp, before, found, after }) => (
                    <li key={message_id}>
                      <Link to={linkTo(session_id, message_id)}>
                        <span className={styles.who}>
                          <bdi>{user_name}</bdi> · {format.dateTime(timestamp)}
                        </span>
                        <span>
                          {before}
                          <mark>{found}</mark>
                          {after}
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
                {hits.length === limit && (
                  <p className={styles.none}>{t('search.limited', { shown: format.number(limit) })}</p>
                )}
              </>
            )
          }
        </QueryState>
      )}
    </search>
  )
}
