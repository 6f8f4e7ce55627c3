import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { can } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { Drawer } from '#kit/drawer.tsx'
import { TextField } from '#kit/field.tsx'
import { exampleId, previewBase } from '#kit/preview/preview.ts'
import { roleAt } from '#kit/preview/user.ts'
import { heads } from '#kit/registry.ts'
import { type ScreenName, screens } from '#kit/screens.ts'
import styles from './preview-screens.module.css'

/** A screen with the paths of its parts. */
interface Entry {
  label: string
  /** By the label of the part; a screen of one part has no label for it. */
  links: readonly { label: string; path: string }[]
}

const signInPaths = {
  login: '/login',
  register: '/register',
  forgot: '/forgot-password',
  reset: '/reset-password?token=example',
} as const

/** Opens the list of all screens, each as a preview with example data. */
export function PreviewScreens() {
  const { t } = useTranslation('preview')
  const [isOpen, setOpen] = useState(useSearchParams()[0].has('screens'))
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Drawer title={t('open')} onClose={() => setOpen(false)}>
          <ScreenList />
        </Drawer>
      )}
    </>
  )
}

function ScreenList() {
  const { t } = useTranslation('preview')
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLocaleLowerCase()
  const groups = useGroups()
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label }) => label.toLocaleLowerCase().includes(words)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <>
      <p className={styles.lead}>{t('lead')}</p>
      <TextField
        label={t('find')}
        type="search"
        value={wanted}
        onChange={event => setWanted(event.target.value)}
      />
      {groups.length === 0 && <p role="status">{t('none')}</p>}
      {groups.map(({ title, entries }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <ul className={styles.list}>
            {entries.map(({ label, links }) => (
              <li key={label} className={styles.entry}>
                {links.length > 1 && <span>{label}</span>}
                <span className={styles.links}>
                  {links.map(link => (
                    <a
                      key={link.path}
                      href={previewBase + link.path}
                      {...(links.length > 1 && { 'aria-label': `${label}: ${link.label}` })}
                    >
                      {link.label}
                    </a>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Whether a preview of the path may show what an endpoint serves. */
const mayOpen = (path: string, endpoint: Endpoint | undefined) =>
  endpoint && (typeof endpoint.access === 'string' || can(roleAt(path), endpoint.access))

/** All screens by group; the forms of records are added once their declarations are loaded. */
function useGroups(): { title: string; entries: Entry[] }[] {
  const { t } = useTranslation(['preview', 'navigation', 'resources'])
  const { data: resources = [] } = useQuery({
    queryKey: ['declarations'],
    queryFn: () => Promise.all(heads.map(head => head.load())),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const id = exampleId(0)
  const one = (label: string, path: string): Entry => ({
    label,
    links: [{ label, path: path.replace(':id', id) }],
  })
  const names = (Object.keys(screens) as ScreenName[]).filter(name => name !== 'translations')
  return [
    {
      title: t('groups.screens'),
      entries: names.map(name => one(t(`navigation:screens.${name}`), screens[name].path)),
    },
    {
      title: t('groups.records'),
      entries: resources.map(({ name, path, api, edit }) => ({
        label: t(`resources:${name}.many`),
        links: [
          { label: t('parts.list'), path },
          ...(mayOpen(path, api.show) ? [{ label: t('parts.record'), path: `${path}/${id}` }] : []),
          ...(mayOpen(path, api.create) ? [{ label: t('parts.create'), path: `${path}/create` }] : []),
          ...(mayOpen(path, api.update)
            ? [
                {
                  label: t('parts.edit'),
                  path: edit === 'page' ? `${path}/${id}/edit` : `${path}?_edit=${id}`,
                },
              ]
            : []),
        ],
      })),
    },
    {
      title: t('groups.signIn'),
      entries: (Object.keys(signInPaths) as (keyof typeof signInPaths)[]).map(name =>
        one(t(`signIn.${name}`), signInPaths[name]),
      ),
    },
  ]
}
