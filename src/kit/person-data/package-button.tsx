import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { privacy } from '#contract/people/privacy.ts'
import { Button } from '../button.tsx'
import { reasonOf } from '../call.ts'
import { download } from '../download.ts'
import { say } from '../toasts.ts'

interface PackageButtonProps {
  /** Whose; without it, one's own. */
  id?: string
  name: string
}

const unseen = () => {}

/** Saves all that is held of a person. */
export function PackageButton({ id, name }: PackageButtonProps) {
  const { t } = useTranslation('privacy')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      id === undefined
        ? download(privacy.ownPackage, {}, `${name}.json`, unseen)
        : download(privacy.package, { params: { id } }, `${name}.json`, unseen),
    onSuccess: () => say({ tone: 'good', text: t('package.done', { name }) }),
    onError: error =>
      say({
        tone: 'bad',
        text: t('package.failed'),
        detail: reasonOf(error),
      }),
  })
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      {t('package.get')}
    </Button>
  )
}
