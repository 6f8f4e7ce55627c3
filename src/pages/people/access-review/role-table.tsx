import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Area, areas, grant, may, type Role, roles, staffRoles } from '#contract/kit/permissions.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { SelectField } from '#kit/field.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Panel } from '#kit/panel.tsx'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import styles from './access-review.module.css'

/** Locale keys that describe what a role may do in an area; null if it has no access. */
function rightsOf(role: Role, area: Area) {
  const seen = grant(role, may(area, 'list'))
  if (!seen) return null
  const writes = (['create', 'update', 'delete'] as const).filter(action => grant(role, may(area, action)))
  const notes = [
    ...(seen.personal ? [] : (['noPersonal'] as const)),
    ...(seen.text ? [] : (['noTranscripts'] as const)),
    ...(grant(role, may(area, 'approve')) && role !== 'super_admin' ? (['approve'] as const) : []),
    ...(writes.length === 0 && grant(role, may(area, 'trigger')) ? (['trigger'] as const) : []),
  ]
  return { reach: seen.reach, writes, notes }
}

/** The permissions of one role in plain words. */
export function RoleTable() {
  const { t } = useTranslation(['access-review', 'common'])
  const user = useCurrentUser()
  const { list } = useLocaleFormats()
  const shown = roles.filter(role => staffRoles.includes(user.role) || !staffRoles.includes(role))
  const [role, setRole] = useState<Role>(shown[0] ?? user.role)
  const may = (writes: readonly ('create' | 'update' | 'delete')[]) =>
    writes.length === 3 ? t('rights.all') : list([t('rights.see'), ...writes.map(act => t(`rights.${act}`))])
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label={t('fields.role')}
          value={role}
          options={shown.map(value => ({ value, label: t(`common:roles.${value}`) }))}
          onChange={setRole}
        />
      </div>
      <Panel title={t('rights.title', { role: t(`common:roles.${role}`) })}>
        <Table
          label={t('rights.title', { role: t(`common:roles.${role}`) })}
          heads={[t('rights.area'), t('rights.permissions'), t('rights.scope')]}
          hasCards
        >
          {areas.map(area => {
            const rights = rightsOf(role, area)
            return (
              <tr key={area}>
                <th scope="row">{t(`areas.${area}`)}</th>
                {rights ? (
                  <>
                    <td data-label={t('rights.permissions')}>
                      {may(rights.writes)}
                      {rights.notes.map(note => (
                        <small key={note}>{t(`rights.${note}`)}</small>
                      ))}
                    </td>
                    <td data-label={t('rights.scope')}>{t(`reach.${rights.reach}`)}</td>
                  </>
                ) : (
                  <td colSpan={2} className={tables.quiet}>
                    {t('rights.none')}
                  </td>
                )}
              </tr>
            )
          })}
        </Table>
      </Panel>
    </>
  )
}
