import MessageOutlined from '@ant-design/icons/MessageOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversations } from '#contract/conversations/conversations.ts'
import { may } from '#contract/kit/permissions.ts'
import { changeSearch, useSearch } from '#kit/address.ts'
import { Button } from '#kit/button.tsx'
import { useCan } from '#kit/current-user.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { ChatPanel } from './chat-panel.tsx'
import styles from './conversations.module.css'
import { HistoryFilters, parseFilters } from './history-filters.tsx'
import { SessionList } from './session-list.tsx'
import { StartDialog } from './start-dialog.tsx'
import { TranscriptSearch } from './transcript-search.tsx'

/** Below this width the conversation overlays the list; must match the stylesheet. */
const isNarrow = '(width < 960px)'
/** Refetch interval of the list in milliseconds. */
const refetchIntervalMs = 5_000

/** AI conversations: active ones, or the history for review. Selection and filters are in the URL. */
function Conversations({ screen }: { screen: 'activeSessions' | 'sessionHistory' }) {
  const { t } = useTranslation(['conversations', 'navigation', 'kit'])
  const can = useCan()
  const [params, change] = useSearch()
  const isHistory = screen === 'sessionHistory'
  const selected = params.get('session')
  const after = params.get('after')
  const filters = parseFilters(params)
  const isFiltered = Object.keys(filters).length > 0
  const [isStarting, setStarting] = useState(false)

  const chat = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selected !== null && matchMedia(isNarrow).matches) chat.current?.scrollIntoView({ block: 'start' })
  }, [selected])

  const select = (session: string | null) => change({ session, message: null })

  const query = isHistory ? filters : { status: ['active', 'paused'] as const }
  const sessions = useCall(
    conversations.list,
    { query: { ...query, ...(after && { _after: after }) } },
    { refetchIntervalMs },
  )

  return (
    <Page
      title={t(`navigation:screens.${screen}`)}
      lead={t(`lead.${screen}`)}
      freshness={<Freshness of={sessions} />}
    >
      <div className={styles.columns} data-selected={selected !== null || undefined}>
        <div className={styles.side}>
          {isHistory && (
            <TranscriptSearch
              linkTo={(session, message) => `?${changeSearch(params, { session, message })}`}
            />
          )}
          <section className={styles.panel} aria-labelledby="sessions">
            <header>
              <h2 id="sessions">{t('sessions.title')}</h2>
              {can(may('conversations', 'create')) && (
                <Button
                  variant="main"
                  icon={<PlusOutlined />}
                  disabled={selected !== null}
                  onClick={() => setStarting(true)}
                >
                  {t('start.title')}
                </Button>
              )}
            </header>
            {isHistory && (
              <HistoryFilters
                filters={filters}
                onChange={part => change({ ...part, after: null }, { replace: true })}
              />
            )}
            <QueryState of={sessions} failed={t('sessions.failed')}>
              {({ sessions, next }) => (
                <>
                  <SessionList
                    sessions={sessions}
                    selected={selected}
                    empty={t(isHistory && isFiltered ? 'sessions.none' : 'sessions.noneActive')}
                    linkTo={session => `?${changeSearch(params, { session, message: null })}`}
                  />
                  {(after || next) && (
                    <nav className={styles.pages} aria-label={t('kit:list.pages')}>
                      <Button variant="quiet" disabled={!after} onClick={() => change({ after: null })}>
                        {t('kit:list.newest')}
                      </Button>
                      <Button
                        variant="quiet"
                        disabled={!next}
                        onClick={() => change({ after: next ?? null })}
                      >
                        {t('kit:list.older')}
                      </Button>
                    </nav>
                  )}
                </>
              )}
            </QueryState>
          </section>
        </div>
        <section ref={chat} className={`${styles.panel} ${styles.chat}`} aria-label={t('chat.title')}>
          {selected ? (
            <ChatPanel key={selected} id={selected} onClose={() => select(null)} />
          ) : (
            <EmptyState icon={<MessageOutlined />} title={t('chat.none.title')}>
              {t('chat.none.text')}
            </EmptyState>
          )}
        </section>
      </div>
      {isStarting && (
        <StartDialog
          onClose={() => setStarting(false)}
          onStarted={id => {
            setStarting(false)
            select(id)
          }}
        />
      )}
    </Page>
  )
}

/** Active conversations. */
export const ActiveSessions = () => <Conversations screen="activeSessions" />

/** Conversation history. */
export const SessionHistory = () => <Conversations screen="sessionHistory" />
