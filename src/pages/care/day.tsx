import { useTranslation } from 'react-i18next'
import { care } from '#contract/care.ts'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './care.module.css'
import { PersonCard } from './person-card.tsx'
import { followed } from './use-care-acts.ts'

/** Milliseconds between two readings. */
const every = 15_000

/** Whom the caller looks after, who needs attention first. */
export function Component() {
  const { t } = useTranslation(['care', 'navigation'])
  const format = useFormat()
  const day = useCall(care.day, {}, { every, follows: followed })
  return (
    <Page title={t('navigation:screens.care')} lead={t('day.lead')} freshness={<Freshness of={day} />}>
      <Reading of={day} failed={t('day.failed')}>
        {({ people, total }) =>
          people.length === 0 ? (
            <Notice title={t('day.empty')}>{t('day.emptyHint')}</Notice>
          ) : (
            <>
              <ol className={styles.day}>
                {people.map(person => (
                  <li key={person.id}>
                    <PersonCard person={person} />
                  </li>
                ))}
              </ol>
              {total > people.length && (
                <p className={styles.more}>
                  {t('day.more', {
                    shown: format.number(people.length),
                    total: format.number(total),
                  })}
                </p>
              )}
            </>
          )
        }
      </Reading>
    </Page>
  )
}
