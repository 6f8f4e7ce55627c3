import { Contact, contacts } from '#contract/alerts/contacts.ts'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'contacts',
  path: '/contacts',
  group: 'emergency',
  area: 'alerts',
  schema: Contact,
  api: contacts,
  title: 'name',
  edit: 'drawer',
  list: {
    columns: ['name', 'priority', 'relationship', 'phone', 'email', 'person_id', 'organization_id'],
    filters: ['person_id', 'priority', 'relationship', 'name', 'organization_id', 'created_at'],
    sort: 'priority',
  },
  fields: {
    priority: { show: (_, label) => label, exact: true },
  },
})
