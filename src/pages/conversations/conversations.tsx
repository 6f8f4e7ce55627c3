import MessageOutlined from '@ant-design/icons/MessageOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { conversations } from '#contract/conversations.ts'
import { may } from '#contract/permissions.ts'
import { useCan } from '#kit/caller.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { useCall } from '#kit/use-call.ts'
import { ChatPanel } from './chat-panel.tsx'
import styles from './conversations.module.css'
import { type Filters, HistoryFilters, noFilters } from './history-filters.tsx'
import { SessionList } from './session-list.tsx'
import { StartForm } from './start-form.tsx'
import { TranscriptSearch } from './transcript-search.tsx'

/** Milliseconds between two readings of the list. */
const every = 5_000
/** Sessions that the list shows. */
const shown = 25

/** The AI conversations: those going on, or all of them to be reviewed. The chosen one stands in the address. */
export function Conversations({ screen }: { screen: 'activeSessions' | 'sessionHistory' }) {
  const { t } = useTranslation(['conversations', 'navigation'])
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [more, setMore] = useState(1)
  const isHistory = screen === 'sessionHistory'
  const selected = params.get('session')
  const select = (id: string | null) => setParams(id === null ? {} : { session: id })

  const query = isHistory ? filters : { status: ['active', 'paused'] as const }
  const sessions = useCall(conversations.list, { query: { ...query, _end: shown * more } }, { every })

  return (
    <Page
      title={t(`navigation:screens.${screen}`)}
      lead={t(`lead.${screen}`)}
      freshness={<Freshness of={sessions} />}
    >
      <div className={styles.columns} data-selected={selected !== null || undefined}>
        <div className={styles.side}>
          {can(may('conversations', 'create')) && (
            <StartForm isSelected={selected !== null} onStarted={id => select(id)} />
          )}
          {isHistory && <TranscriptSearch screen={screen} />}
          <section className={styles.panel} aria-labelledby="sessions">
            <h2 id="sessions">{t('sessions.title')}</h2>
            {isHistory && <HistoryFilters filters={filters} onChange={setFilters} />}
            <Reading of={sessions} failed={t('sessions.failed')}>
              {({ sessions, next }) => (
                <SessionList
                  sessions={sessions}
                  selected={selected}
                  empty={t(isHistory ? 'sessions.none' : 'sessions.noneActive')}
                  {...(next && { onMore: () => setMore(more + 1) })}
                />
              )}
            </Reading>
          </section>
        </div>
        <section className={`${styles.panel} ${styles.chat}`} aria-label={t('chat.title')}>
          {selected ? (
            <ChatPanel key={selected} id={selected} onClose={() => select(null)} />
          ) : (
            <Notice icon={<MessageOutlined />} title={t('chat.none.title')}>
              {t('chat.none.text')}
            </Notice>
          )}
        </section>
      </div>
    </Page>
  )
}
