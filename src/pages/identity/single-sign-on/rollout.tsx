import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Checkbox } from '#kit/field.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { type PartProps, Section, useChange } from './parts.tsx'
import styles from './single-sign-on.module.css'

interface State {
  enabled: boolean
  required: boolean
  break_glass_ids: string[]
}

/** Switches single sign-on on and off, and requires it of everyone but a few admins. */
export function Rollout({ organizationId, provider, onChange }: PartProps) {
  const { t } = useTranslation('single-sign-on')
  const [required, setRequired] = useState(provider.required)
  const [exempt, setExempt] = useState<readonly string[]>(provider.break_glass_ids)
  const save = useMutation({
    mutationFn: (body: State) => call(identityProviders.setState, { params: { id: organizationId }, body }),
    ...useChange(onChange),
  })
  const toggle = (id: string, isExempt: boolean) =>
    setExempt(isExempt ? [...exempt, id] : exempt.filter(other => other !== id))
  const current = { break_glass_ids: [...exempt], required }

  return (
    <Section title={t('rollout.title')} lead={t('rollout.lead')}>
      <div className={styles.state}>
        <Badge tone={provider.enabled ? 'green' : 'grey'}>
          {t(provider.enabled ? 'rollout.on' : 'rollout.off')}
        </Badge>
        {provider.required && <Badge tone="blue">{t('rollout.requiredOn')}</Badge>}
      </div>
      {!provider.enabled && !provider.tested_at && <p>{t('rollout.untested')}</p>}
      {provider.enabled && (
        <fieldset className={styles.mappings}>
          <legend>{t('rollout.requireTitle')}</legend>
          <Checkbox
            label={t('rollout.require')}
            hint={t('rollout.requireHint')}
            checked={required}
            onChange={event => setRequired(event.target.checked)}
          />
          {required && (
            <>
              <p>{t('rollout.breakGlass')}</p>
              {provider.break_glass_candidates.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={exempt.includes(id)}
                  onChange={event => toggle(id, event.target.checked)}
                />
              ))}
              {provider.break_glass_candidates.length === 0 && <p>{t('rollout.noCandidates')}</p>}
            </>
          )}
          <div className={styles.actions}>
            <Button
              variant="main"
              pending={save.isPending}
              onClick={() => save.mutate({ enabled: true, ...current })}
            >
              {t('rollout.save')}
            </Button>
          </div>
        </fieldset>
      )}
      <div className={styles.actions}>
        {provider.enabled ? (
          <Button
            variant="danger"
            pending={save.isPending}
            onClick={() => save.mutate({ enabled: false, required: false, break_glass_ids: [...exempt] })}
          >
            {t('rollout.switchOff')}
          </Button>
        ) : (
          <Button
            variant="main"
            pending={save.isPending}
            onClick={() => save.mutate({ enabled: true, ...current })}
          >
            {t('rollout.switchOn')}
          </Button>
        )}
      </div>
    </Section>
  )
}
