import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/identity/auth.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './two-factor.module.css'
import { useProblemText } from './use-problem-text.ts'

const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const matchName = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Short label of a `User-Agent`, such as "Firefox · Linux"; falls back to the start of the header. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const known = [matchName(browsers, userAgent), matchName(systems, userAgent)].filter(Boolean)
  return known.length > 0 ? known.join(' · ') : userAgent.slice(0, 40)
}

/** The user's active sessions; each can be revoked. */
export function Sessions() {
  const { t } = useTranslation('security')
  const format = useFormat()
  const problemText = useProblemText()
  const sessions = useCall(auth.sessions)
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(auth.revokeOtherSessions) : call(auth.revokeSession, { params: { id } }),
    onSuccess: async (_, id) => {
      toast({ tone: 'good', text: t(id === null ? 'sessions.endedOthers' : 'sessions.ended') })
      await sessions.refetch()
    },
    onError: error => toast({ tone: 'bad', text: t('sessions.endFailed'), detail: problemText(error, '') }),
  })
  return (
    <section className={styles.panel} aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      <p>{t('sessions.lead')}</p>
      <QueryState of={sessions} failed={t('sessions.failed')}>
        {({ sessions: rows }) => (
          <>
            <ul className={styles.rows}>
              {rows.map(({ id, current, ip, user_agent, last_used_at, expires_at }) => {
                const device = deviceName(user_agent) ?? t('sessions.unknown')
                return (
                  <li key={id} className={styles.row}>
                    <div>
                      <strong title={user_agent ?? undefined} translate="no">
                        {device}
                      </strong>{' '}
                      {current && <Badge tone="green">{t('sessions.current')}</Badge>}
                      <p>
                        {t('sessions.used', { address: ip ?? '–', when: format.ago(last_used_at) })} ·{' '}
                        {t('sessions.until', { date: format.date(expires_at) })}
                      </p>
                    </div>
                    {!current && (
                      <Button
                        variant="quiet"
                        pending={end.isPending && end.variables === id}
                        aria-label={t('sessions.endOne', { device })}
                        onClick={() => end.mutate(id)}
                      >
                        {t('sessions.end')}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
            {rows.length > 1 && (
              <div className={styles.actions}>
                <Button pending={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
                  {t('sessions.endOthers')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}
