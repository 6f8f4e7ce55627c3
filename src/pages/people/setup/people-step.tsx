import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useInvalidate } from '@refinedev/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { caregivers, family } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { Button } from '#kit/button.tsx'
import { ApiError, call, fieldOfPointer } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { SelectField, TextField } from '#kit/field.tsx'
import { LeaveDialog } from '#kit/resource/form/leave-guard.tsx'
import { labelsIn } from '#kit/resource/labels.ts'
import type { StepProps } from './record-step.tsx'
import styles from './setup.module.css'

const kinds = ['elderly', 'caregivers', 'family'] as const
type Kind = (typeof kinds)[number]

interface Draft {
  key: number
  kind: Kind
  name: string
  email: string
  errors: { name?: string; email?: string }
  /** Set once the person is created, so that a second attempt does not create them again. */
  isSaved: boolean
}

const draft = (key: number, kind: Kind): Draft => ({
  key,
  kind,
  name: '',
  email: '',
  errors: {},
  isSaved: false,
})

const isBlank = ({ name, email }: Draft) => name.trim() === '' && email.trim() === ''

/** Characters of an e-mail address that become a username. */
const maxUsernameLength = 50

/**
 * A username from the local part of an e-mail address, which satisfies the contract's `Username`.
 * @param attempt above zero a random ending is added, because the plain name was taken
 */
function usernameOf(email: string, attempt: number): string {
  const [local = ''] = email.split('@')
  const name = local.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, maxUsernameLength)
  const isShort = name.length < 3
  if (attempt === 0 && !isShort) return name
  return `${name || 'user'}-${crypto.randomUUID().slice(0, 4)}`
}

/** Creates the person; a username that is taken is replaced by another. */
async function create(
  { kind, name, email }: Pick<Draft, 'kind' | 'name' | 'email'>,
  organization_id: string,
  attempt = 0,
): Promise<void> {
  const person = { name: name.trim(), organization_id }
  if (kind === 'elderly')
    return void (await call(elderly.create, {
      body: { ...person, ...(email.trim() && { email: email.trim() }) },
    }))
  const username = usernameOf(email.trim(), attempt)
  const { create: createCarer } = kind === 'caregivers' ? caregivers : family
  try {
    await call(createCarer, { body: { ...person, email: email.trim(), username } })
  } catch (error) {
    const isTaken =
      error instanceof ApiError &&
      error.problem.errors?.some(({ pointer }) => fieldOfPointer(pointer) === 'username')
    if (!isTaken || attempt > 2) throw error
    await create({ kind, name, email }, organization_id, attempt + 1)
  }
}

/** Several people at once: whoever is left blank is not created. */
export function PeopleStep({
  organizationId,
  skip,
  submit,
  onSaved,
}: StepProps & { organizationId: string }) {
  const { t } = useTranslation(['setup', 'kit'])
  const { t: tResources } = useTranslation('resources')
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => kinds.map((kind, key) => draft(key, kind)))
  const invalidate = useInvalidate()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState('')
  const open = drafts.filter(one => !one.isSaved && !isBlank(one))
  const change = (key: number, part: Partial<Draft>) =>
    setDrafts(all => all.map(one => (one.key === key ? { ...one, ...part } : one)))

  function check({ kind, name, email }: Draft): Draft['errors'] {
    const mail = email.trim()
    return {
      ...(name.trim() === '' && { name: t('people.nameMissing') }),
      ...((mail !== '' || kind !== 'elderly') &&
        !z.email().safeParse(mail).success && { email: t('people.emailInvalid') }),
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setFailed('')
    const checked = open.map(one => ({ ...one, errors: check(one) }))
    for (const { key, errors } of checked) change(key, { errors })
    if (checked.some(({ errors }) => errors.name || errors.email)) return setFailed(t('kit:form.check'))
    setPending(true)
    let isComplete = true
    for (const one of open) {
      try {
        await create(one, organizationId)
        void invalidate({ resource: one.kind, invalidates: ['list', 'many'] })
        change(one.key, { isSaved: true, errors: {} })
      } catch (error) {
        isComplete = false
        const problems = error instanceof ApiError ? (error.problem.errors ?? []) : []
        const of = (name: string) => problems.find(({ pointer }) => fieldOfPointer(pointer) === name)?.detail
        const [wrongName, wrongEmail] = [of('name'), of('email')]
        change(one.key, {
          errors: { ...(wrongName && { name: wrongName }), ...(wrongEmail && { email: wrongEmail }) },
        })
        setFailed((error as Error).message)
      }
    }
    setPending(false)
    if (isComplete) await onSaved(organizationId)
  }

  return (
    <form className={styles.people} noValidate onSubmit={event => void save(event)}>
      <LeaveDialog isUnsaved={() => !pending && open.length > 0} />
      {failed && (
        <Callout tone="bad" role="alert">
          {failed}
        </Callout>
      )}
      {drafts.map((one, index) => (
        <Panel key={one.key} title={t('people.person', { number: index + 1 })}>
          {one.isSaved ? (
            <p>{t('people.saved', { name: one.name })}</p>
          ) : (
            <div className={styles.person}>
              <SelectField
                label={t('people.kind')}
                value={one.kind}
                options={kinds.map(kind => ({ value: kind, label: labelsIn(tResources, kind).text('one') }))}
                onChange={kind => change(one.key, { kind })}
              />
              <TextField
                label={t('people.name')}
                value={one.name}
                error={one.errors.name}
                autoComplete="off"
                onChange={({ target }) => change(one.key, { name: target.value })}
              />
              <TextField
                label={t(one.kind === 'elderly' ? 'people.emailOptional' : 'people.email')}
                type="email"
                value={one.email}
                error={one.errors.email}
                autoComplete="off"
                onChange={({ target }) => change(one.key, { email: target.value })}
              />
            </div>
          )}
        </Panel>
      ))}
      <div className={styles.foot}>
        <Button
          variant="quiet"
          icon={<PlusOutlined />}
          onClick={() => setDrafts([...drafts, draft(drafts.length, 'elderly')])}
        >
          {t('people.add')}
        </Button>
        <span className={styles.onward}>
          {skip}
          <Button variant="main" type="submit" pending={pending} disabled={open.length === 0}>
            {submit}
          </Button>
        </span>
      </div>
    </form>
  )
}
