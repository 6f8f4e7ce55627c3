import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxGroupSize } from '#contract/kit/where.ts'
import { Button } from '../../button.tsx'
import { type Condition, type FilterGroup, type FilterGroups, isGroup, type Match } from '../filter-groups.ts'
import type { Labels } from '../labels.ts'
import menu from '../menu.module.css'
import type { Resource } from '../resource.ts'
import { FilterMenu } from './filter-menu.tsx'
import { ConditionText } from './filter-text.tsx'
import styles from './groups-editor.module.css'

interface GroupsEditorProps {
  of: Resource
  groups: FilterGroups | null
  labels: Labels
  /** Called with the groups, or null to remove them. */
  apply: (to: FilterGroups | null) => void
}

/** Receives the chosen condition. */
type Keep = (condition: Condition) => void

const without = <Part,>(parts: readonly Part[], at: number) => parts.filter((_, index) => index !== at)
const withPart = <Part,>(parts: readonly Part[], at: number, part: Part) =>
  Object.assign([...parts], { [at]: part })

/** Edits filter groups. Conditions are chosen in the same panel. */
export function GroupsEditor({ of, groups, labels, apply }: GroupsEditorProps) {
  const { t } = useTranslation('kit')
  const [draft, setDraft] = useState<FilterGroups>(groups ?? { match: 'any', of: [] })
  const [choosing, setChoosing] = useState<{ keep: Keep; field?: Condition }>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!choosing) form.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [choosing])

  if (choosing) {
    const { keep, field } = choosing
    return (
      <>
        <FilterMenu
          fields={of.list.filters.flatMap(name => of.fields.get(name) ?? [])}
          filters={field ? { [field.field]: field.filter } : {}}
          first={field && of.fields.get(field.field)}
          labels={labels}
          choose={(field, filter) => {
            if (filter) keep({ field: field.name, filter })
            setChoosing(undefined)
          }}
        />
        <Button variant="quiet" onClick={() => setChoosing(undefined)}>
          {t('filter.back')}
        </Button>
      </>
    )
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const of = draft.of.filter(part => !isGroup(part) || part.of.length > 0)
    apply(of.length > 0 ? { ...draft, of } : null)
  }

  const parts = (parts: FilterGroups['of']) => setDraft({ ...draft, of: parts })
  const edit = (field: Condition, keep: Keep) => setChoosing({ field, keep })
  return (
    <form ref={form} className={menu.form} onSubmit={submit}>
      <MatchPicker match={draft.match} choose={match => setDraft({ ...draft, match })} />
      <ul className={styles.parts}>
        {draft.of.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
          <li key={at}>
            {isGroup(part) ? (
              <GroupEditor
                of={of}
                labels={labels}
                group={part}
                change={group => parts(withPart(draft.of, at, group))}
                edit={edit}
                add={() =>
                  setChoosing({
                    keep: made => parts(withPart(draft.of, at, { ...part, of: [...part.of, made] })),
                  })
                }
                remove={() => parts(without(draft.of, at))}
              />
            ) : (
              <ConditionRow
                of={of}
                labels={labels}
                condition={part}
                edit={() => edit(part, made => parts(withPart(draft.of, at, made)))}
                remove={() => parts(without(draft.of, at))}
              />
            )}
          </li>
        ))}
      </ul>
      {draft.of.length < maxGroupSize && (
        <div className={styles.add}>
          <Button
            data-next
            variant="quiet"
            icon={<PlusOutlined />}
            onClick={() => setChoosing({ keep: made => parts([...draft.of, made]) })}
          >
            {t('filter.addCondition')}
          </Button>
          <Button
            variant="quiet"
            icon={<PlusOutlined />}
            onClick={() => parts([...draft.of, { match: draft.match === 'any' ? 'all' : 'any', of: [] }])}
          >
            {t('filter.addGroup')}
          </Button>
        </div>
      )}
      <div className={menu.foot}>
        <Button variant="main" type="submit">
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}

interface Parts {
  of: Resource
  labels: Labels
}

interface GroupEditorProps extends Parts {
  group: FilterGroup
  change: (group: FilterGroup) => void
  edit: (condition: Condition, keep: Keep) => void
  add: () => void
  remove: () => void
}

function GroupEditor({ of, labels, group, change, edit, add, remove }: GroupEditorProps) {
  const { t } = useTranslation('kit')
  const parts = (parts: FilterGroup['of']) => change({ ...group, of: parts })
  return (
    <fieldset className={styles.group} aria-label={t('filter.group')}>
      <div className={styles.row}>
        <MatchPicker match={group.match} choose={match => change({ ...group, match })} />
        <RemoveButton name={t('filter.group')} remove={remove} />
      </div>
      <ul className={styles.parts}>
        {group.of.map((condition, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
          <li key={at}>
            <ConditionRow
              of={of}
              labels={labels}
              condition={condition}
              edit={() => edit(condition, made => parts(withPart(group.of, at, made)))}
              remove={() => parts(without(group.of, at))}
            />
          </li>
        ))}
      </ul>
      {group.of.length < maxGroupSize && (
        <Button variant="quiet" icon={<PlusOutlined />} onClick={add}>
          {t('filter.addCondition')}
        </Button>
      )}
    </fieldset>
  )
}

interface ConditionRowProps extends Parts {
  condition: Condition
  edit: () => void
  remove: () => void
}

function ConditionRow({ of, labels, condition, edit, remove }: ConditionRowProps) {
  return (
    <div className={styles.row}>
      <button type="button" className={menu.option} onClick={edit}>
        <span>
          <ConditionText of={of} labels={labels} condition={condition} />
        </span>
      </button>
      <RemoveButton name={labels.field(condition.field)} remove={remove} />
    </div>
  )
}

function RemoveButton({ name, remove }: { name: string; remove: () => void }) {
  const { t } = useTranslation('kit')
  return (
    <Button
      variant="quiet"
      icon={<CloseOutlined />}
      aria-label={t('filter.removePart', { part: name })}
      onClick={remove}
    />
  )
}

function MatchPicker({ match, choose }: { match: Match; choose: (match: Match) => void }) {
  const { t } = useTranslation('kit')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a box, and this is a line
    <div className={menu.ways} role="group" aria-label={t('filter.match')}>
      {(['any', 'all'] as const).map(one => (
        <button
          key={one}
          type="button"
          className={menu.way}
          aria-pressed={match === one}
          onClick={() => choose(one)}
        >
          {t(`filter.${one}`)}
        </button>
      ))}
    </div>
  )
}
