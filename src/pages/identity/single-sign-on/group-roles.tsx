import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { SelectField, TextField } from '#kit/field.tsx'
import styles from './single-sign-on.module.css'

export interface Mapping {
  key: string
  group: string
  role: Role
}

interface GroupRolesProps {
  /** Roles that the user may assign. */
  roles: Role[]
  /** Provided by the form. */
  value?: Mapping[]
  onChange?: (mappings: Mapping[]) => void
}

/** Groups of the provider and the roles of their members; the first match counts. */
export function GroupRoles({ roles, value: mappings = [], onChange = () => {} }: GroupRolesProps) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const [first] = roles
  const change = (key: string, values: Partial<Mapping>) =>
    onChange(mappings.map(mapping => (mapping.key === key ? { ...mapping, ...values } : mapping)))
  return (
    <fieldset className={styles.mappings}>
      <legend>{t('roles.title')}</legend>
      <p>{t('roles.lead')}</p>
      {mappings.map(({ key, group, role }) => (
        <div key={key} className={styles.mapping}>
          <TextField
            label={t('roles.group')}
            value={group}
            onChange={event => change(key, { group: event.target.value })}
            spellCheck={false}
            maxLength={300}
            required
          />
          <SelectField
            label={t('roles.role')}
            value={role}
            onChange={value => change(key, { role: value })}
            // A role that the user may not assign stays visible.
            options={[...new Set([...roles, role])].map(value => ({
              value,
              label: t(`common:roles.${value}`),
            }))}
          />
          <Button
            variant="quiet"
            icon={<DeleteOutlined />}
            aria-label={t('roles.remove', { group })}
            title={t('roles.remove', { group })}
            onClick={() => onChange(mappings.filter(mapping => mapping.key !== key))}
          />
        </div>
      ))}
      {first && (
        <Button
          icon={<PlusOutlined />}
          onClick={() => onChange([...mappings, { key: crypto.randomUUID(), group: '', role: first }])}
        >
          {t('roles.add')}
        </Button>
      )}
    </fieldset>
  )
}
