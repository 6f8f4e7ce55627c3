import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type FamilyMessage, familySimple } from '#contract/care/family-simple.ts'
import { request } from '#kit/call.ts'
import styles from './care.module.css'

type Media = NonNullable<FamilyMessage['media']>

/** A shared picture, fetched with the user's token; space is reserved while it loads. */
export function Picture({ media, person, caption }: { media: Media; person: string; caption: string }) {
  const { t } = useTranslation('care')
  const { data } = useQuery({
    queryKey: ['picture', media.id],
    queryFn: async ({ signal }) => {
      const given = { params: { id: media.id }, query: { user_id: person }, signal }
      return URL.createObjectURL(await (await request(familySimple.media, given)).blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => (data ? URL.revokeObjectURL(data) : undefined), [data])
  return (
    <div className={styles.picture} style={{ aspectRatio: `${media.width} / ${media.height}` }}>
      {data && <img src={data} alt={caption || t('picture.alt')} width={media.width} height={media.height} />}
    </div>
  )
}
