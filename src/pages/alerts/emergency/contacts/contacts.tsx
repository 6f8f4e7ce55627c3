import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contacts } from '#contract/alerts/contacts.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { Panel } from '#kit/panel.tsx'
import { Phone } from '#kit/phone.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import tables from '#kit/table.module.css'
import { Table } from '#kit/table.tsx'
import { RemoveButton } from '../remove-button.tsx'
import { ContactForm } from './contact-form.tsx'
import { type Contact, useContacts } from './use-contacts.ts'

/** A person's contacts, in the order in which the ladder calls them. */
export function Contacts({ person }: { person: string | undefined }) {
  const { t } = useTranslation('emergency')
  const labels = useLabels('contacts')
  const may = useCanCall()
  const reading = useContacts(person)
  const [editing, setEditing] = useState<Contact | 'new'>()

  const add = person !== undefined && may(contacts.create) && (
    <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('contacts.add')}
    </Button>
  )
  return (
    <Panel title={t('contacts.title')} actions={add}>
      {person === undefined ? (
        <p className={tables.note}>{t('contacts.choosePerson')}</p>
      ) : (
        <QueryState of={reading} failed={labels.text('failed')}>
          {({ contacts: rows }) =>
            rows.length === 0 ? (
              <p className={tables.note}>{t('contacts.empty')}</p>
            ) : (
              <Table
                label={t('contacts.title')}
                heads={[
                  labels.field('name'),
                  labels.field('priority'),
                  labels.field('relationship'),
                  labels.field('phone'),
                ]}
                actionsLabel={t('actions.title')}
              >
                {rows.map(contact => (
                  <tr key={contact.id}>
                    <th scope="row">
                      {contact.name}
                      {contact.role && <small>{contact.role}</small>}
                    </th>
                    <td>{labels.option('priority', String(contact.priority))}</td>
                    <td>{labels.option('relationship', contact.relationship)}</td>
                    <td>{contact.phone ? <Phone of={contact.phone} /> : t('hidden')}</td>
                    <td className={tables.actions}>
                      {may(contacts.update) && (
                        <Button
                          variant="quiet"
                          aria-label={t('edit', { name: contact.name })}
                          onClick={() => setEditing(contact)}
                        >
                          {t('update')}
                        </Button>
                      )}
                      <RemoveButton kind="contacts" of={contact} />
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </QueryState>
      )}
      {editing && person && (
        <ContactForm
          person={person}
          contact={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Panel>
  )
}
