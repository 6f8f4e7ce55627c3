import { useTranslation } from 'react-i18next'
import { mapUrl } from '#contract/kit/urls.ts'
import { useFormat } from '#kit/format.ts'

interface Place {
  latitude: number | null
  longitude: number | null
  address: string | null
  accuracy_m: number | null
  located_at: string | null
  /** Distance in metres from where the alert was raised. */
  distance_m?: number | null
}

/** Address, accuracy, age and distance of a place, with a map link. */
export function PlaceText({ location }: { location: Place }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const { latitude, longitude, address, accuracy_m, located_at, distance_m = null } = location
  if (latitude === null || longitude === null) return <>{address ?? t('place.unknown')}</>
  return (
    <>
      {address ?? t('place.point', { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })}
      {' · '}
      {accuracy_m === null
        ? t('place.inexact')
        : t('place.accuracy', { metres: format.number(Math.round(accuracy_m)) })}
      {distance_m !== null && (
        <>
          {' · '}
          {t('place.distance', { metres: format.number(distance_m) })}
        </>
      )}
      {located_at && (
        <>
          {' · '}
          <time dateTime={located_at}>{t('place.age', { ago: format.ago(located_at) })}</time>
        </>
      )}
      {' · '}
      <a href={mapUrl(latitude, longitude)} target="_blank" rel="noreferrer">
        {t('place.map')}
      </a>
    </>
  )
}
