import { GlossaryTerm, glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'glossary-terms',
  path: '/glossary',
  group: 'system',
  area: 'glossary',
  schema: GlossaryTerm,
  api: glossaryTerms,
  title: 'term',
  edit: 'drawer',
  list: {
    columns: ['term', 'language', 'allowed', 'forbidden', 'note'],
    filters: ['language', 'term', 'allowed', 'forbidden', 'created_at'],
    sort: 'term',
  },
})
