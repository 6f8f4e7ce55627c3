import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityProviders } from '#contract/identity/single-sign-on.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { type PartProps, useChange } from './parts.tsx'

/** Removes the settings after confirmation. */
export function RemoveSettings({ organizationId, onChange }: PartProps) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(identityProviders.remove, { params: { id: organizationId } }),
    ...useChange(onChange),
    onSettled: () => setAsking(false),
  })
  return (
    <div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('remove.act')}
      </Button>
      {isAsking && (
        <Dialog
          title={t('remove.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
                {t('remove.act')}
              </Button>
            </>
          }
        >
          {t('remove.text')}
        </Dialog>
      )}
    </div>
  )
}
