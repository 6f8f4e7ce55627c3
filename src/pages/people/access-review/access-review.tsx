import { useTranslation } from 'react-i18next'
import { useSearch } from '#kit/address.ts'
import { Page } from '#kit/page.tsx'
import { Segmented } from '#kit/segmented.tsx'
import styles from './access-review.module.css'
import { KeyReview } from './key-review.tsx'
import { PeopleReview } from './people-review.tsx'
import { RoleTable } from './role-table.tsx'

const sections = { people: PeopleReview, keys: KeyReview, roles: RoleTable }
type Section = keyof typeof sections

/** Permissions, inactive accounts and unused API keys. */
export function Component() {
  const { t } = useTranslation(['access-review', 'navigation'])
  const [search, change] = useSearch()
  const wanted = search.get('section') ?? ''
  const section: Section = wanted in sections ? (wanted as Section) : 'people'
  const Shown = sections[section]
  return (
    <Page title={t('navigation:screens.accessReview')} lead={t('lead')}>
      <div className={styles.sections}>
        <Segmented
          label={t('sections.label')}
          value={section}
          options={(Object.keys(sections) as Section[]).map(value => ({
            value,
            text: t(`sections.${value}`),
          }))}
          onChange={value => change({ section: value }, { replace: true })}
        />
      </div>
      <Shown key={section} />
    </Page>
  )
}
